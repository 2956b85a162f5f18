"""Compiles exported C++ against the stand-in for the runtime, and runs it.

usage: run.py CXX PROGRAM.json ORCHESTRATION.cpp [--exact] [ARGUMENT..]

CXX may have options. PROGRAM.json is the export of the registrations of the same program. Each task
that is submitted must be one of its tasks, with the same ids and arguments; with
--exact, they are all of them, in order. Arguments are those of record.cpp.
Prints what was recorded.
"""

import json
import os
import subprocess
import sys
import tempfile

INPUTS = os.path.dirname(os.path.abspath(__file__))
FLAGS = ["-std=c++17", "-Wall", "-Wextra", "-Werror", f"-I{INPUTS}"]


def main():
    cxx, registrations, source, *arguments = sys.argv[1:]
    exact = "--exact" in arguments
    arguments = [argument for argument in arguments if argument != "--exact"]
    with open(registrations, encoding="utf-8") as file:
        program = json.load(file)["orchestrations"][0]
    expected = []
    for task in program["tasks"]:
        slots = task["slots"] or range(len(task["ids"]))
        ids = [None if slot is None else task["ids"][slot] for slot in slots]
        how = "mixed" if task["slots"] else next(
            k["core_type"] for k in program["kernels"] if k["func_id"] == ids[0])
        expected.append((how, ids, task["adds"]))

    with tempfile.TemporaryDirectory() as temp:
        binary = os.path.join(temp, "record")
        subprocess.run([*cxx.split(), *FLAGS, source, os.path.join(INPUTS, "record.cpp"), "-o", binary],
                       check=True)
        run = subprocess.run([binary, *arguments], stdout=subprocess.PIPE, encoding="utf-8")
    print(run.stdout, end="")
    records = [json.loads(line) for line in run.stdout.splitlines()]
    got = [(r["task"], r["ids"], r["adds"]) for r in records if r.get("task", "dummy") != "dummy"]
    strange = [task for task in got if task not in expected]
    if strange or (exact and got != expected):
        print(f"submitted {strange or got}, but the registrations have {expected}", file=sys.stderr)
        return 1
    return run.returncode


if __name__ == "__main__":
    sys.exit(main())
