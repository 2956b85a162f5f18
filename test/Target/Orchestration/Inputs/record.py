"""Runs exported orchestrations on the stand-in for the runtime.

usage: record.py --cpp FILE --registrations JSON [--orchestration NAME] [--inputs JSON] [--cxx CXX]

FILE is exported C++, JSON the export of the registrations of the same program.
Prints the record as canonical JSON; of a list of inputs, the record of each. Exit
status 1 if a run was stopped.

Inputs: {"tensors": [[dtype, shape]..], "scalars": [64-bit words in hexadecimal..],
"data": [m, a, k]}: element f, in elements from the start of a buffer, is
m * (a + f mod k) unless the orchestration wrote it. Tensors are contiguous,
each of its own buffer.

A record has expected_arg_count, the events in order, and what was allocated:

* {"scope": "auto" | "manual"} opens a scope; they count from 1. {"end": n} ends one.
* A task has task (names of kernels by slot, or "dummy"), args, deps (numbers of tasks), blocks,
  sync_start, early_resolve, dump (positions in args), predicate; those that say something.
* {"read" | "write": tensor, "at": offset in the buffer, "value": bits}.

Of args a scalar is #BITS, a tensor is a word for its direction and

  BASE[+START][SHAPE]{STRIDES}FLAGS

BASE is pK, parameter K, or tN, allocated tensor N, by first appearance in the
events. START is in elements. STRIDES are there if they are not those of the
shape. FLAGS: m, manual_dep; !, its scope has ended; ~, what the descriptor says of
itself is wrong; :DTYPE, not the element type of the buffer. "new tN" is a tensor that
the runtime makes.
"""

import argparse
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile

INPUTS = os.path.dirname(os.path.abspath(__file__))
FLAGS = ["-std=c++17", "-O0", "-Wall", "-Wextra", "-Werror", f"-I{INPUTS}"]


class Recorder:
    """Compiles and runs orchestrations, many at once; its files are in a folder."""

    def __init__(self, cxx, folder):
        self.cxx = [*cxx.split(), *FLAGS]
        self.folder = folder
        self.runtime = os.path.join(folder, "record.o")
        self.counter = itertools.count()
        message = self.compile(["-c", os.path.join(INPUTS, "record.cpp"), "-o", self.runtime])
        if message is not None:
            sys.exit(message)

    def compile(self, arguments):
        """The messages of the compiler if it fails."""
        done = subprocess.run([*self.cxx, *arguments], capture_output=True, text=True, errors="replace")
        return done.stderr if done.returncode else None

    def run(self, programs):
        """For each (C++, [inputs]) what the runs wrote, or the messages of the compiler."""
        base = os.path.join(self.folder, f"batch{next(self.counter)}")
        # Each file is its own namespace; only the names of its functions are not.
        text = ['#include <stdio.h>\n#include "pto_orchestration_api.h"\n']
        for index, (code, _) in enumerate(programs):
            path = f"{base}.{index}.cpp"
            with open(path, "w", encoding="utf-8") as file:
                file.write(code)
            text.append(f"#define aicpu_orchestration_config config_{index}\n"
                        f"#define aicpu_orchestration_entry entry_{index}\n"
                        f'namespace program_{index} {{\n#include "{path}"\n}}\n'
                        "#undef aicpu_orchestration_config\n#undef aicpu_orchestration_entry\n")
        table = ", ".join(f"{{program_{i}::config_{i}, program_{i}::entry_{i}}}"
                          for i in range(len(programs)))
        text.append("struct Program { PTO2OrchestrationConfig (*config)(const ChipTaskArgs &);\n"
                    "  void (*entry)(const ChipTaskArgs &); };\n"
                    f"extern const Program programs[] = {{{table}}};\n")
        with open(f"{base}.cpp", "w", encoding="utf-8") as file:
            file.write("".join(text))
        message = self.compile([f"{base}.cpp", self.runtime, "-o", base])
        if message is not None:
            if len(programs) == 1:
                return [message]
            half = len(programs) // 2
            return self.run(programs[:half]) + self.run(programs[half:])
        lines = "".join(f"{index} {format_inputs(inputs)}\n"
                        for index, (_, runs) in enumerate(programs) for inputs in runs)
        done = subprocess.run([base], input=lines, stdout=subprocess.PIPE, text=True)
        outputs = iter(split_runs(done.stdout))
        results = [[next(outputs) for _ in runs] for _, runs in programs]
        for index in range(len(programs)):
            os.remove(f"{base}.{index}.cpp")
        os.remove(f"{base}.cpp")
        os.remove(base)
        return results


def format_inputs(inputs):
    """The line that record.cpp reads."""
    return " ".join(["data=" + ",".join(map(str, inputs.get("data", [1, 1, 1]))),
                     *(f"tensor={dtype}:{','.join(map(str, shape))}"
                       for dtype, shape in inputs.get("tensors", [])),
                     *(f"scalar={word}" for word in inputs.get("scalars", []))])


def split_runs(text):
    """What each run wrote; the last line says how it ended."""
    runs, current = [], []
    for line in filter(None, text.splitlines()):
        try:
            current.append(json.loads(line))
        except ValueError:
            continue  # The process died while it wrote this.
        if "ended" in current[-1]:
            runs.append(current)
            current = []
    return runs


def get_slots(event):
    """The ids that a task launches by slot."""
    ids = [None if i < 0 else i for i in event["ids"]]
    return {"aic": [*ids, None, None], "aiv": [None, *ids, None]}.get(event["task"], ids)


def make_record(lines, kernels, reads=True):
    """The record of a run; without reads, as if there were none."""
    names = {kernel["func_id"]: kernel["name"] for kernel in kernels}
    allocated, numbers, events = {}, {}, []
    record = {"events": events}

    def name(tensor):
        def number(match):
            return f"t{numbers.setdefault(match[0], len(numbers))}"
        return re.sub(r"\ba\d+", number, tensor, count=1)

    for event in lines:
        if "alloc" in event:
            allocated[event["alloc"]] = {key: value for key, value in event.items()
                                         if key not in ("alloc", "by")}
        elif "task" in event:
            task = {"task": "dummy"} if event["task"] == "dummy" else {
                "task": [None if i is None else names.get(i, f"kernel {i}") for i in get_slots(event)]}
            args = [name(arg) for arg in event["args"]] + [f"#{bits:x}" for bits in event["scalars"]]
            if args:
                task["args"] = args
            if "deps" in event:
                task["deps"] = sorted(set(event["deps"]))
            blocks = event.get("block_num", event.get("core_num"))
            if blocks:
                task["blocks"] = blocks
            if "predicate" in event:
                task["predicate"] = [name(event["predicate"][0]), *event["predicate"][1:]]
            for key in ("sync_start", "early_resolve", "dump"):
                if key in event:
                    task[key] = event[key]
            events.append(task)
        elif "read" in event or "write" in event:
            if reads or "write" in event:
                events.append({key: name(value) if key in ("read", "write") else value
                               for key, value in event.items()})
        elif "ended" in event:
            if event["ended"] not in (0, 1):
                record["error"] = event["ended"]
        elif "scope" in event or "end" in event:
            events.append(event)
        else:
            record.update(event)
    record["allocated"] = [allocated.pop(base) for base in numbers]
    if allocated:
        record["allocated_unused"] = list(allocated.values())
    return record


def check_tasks(lines, orchestration, exact=False):
    """What is submitted but registered otherwise, or nothing. With `exact`, each
    registered task is submitted once, in order."""
    core_types = {kernel["func_id"]: kernel["core_type"] for kernel in orchestration["kernels"]}
    words = {"in": "input", "out": "output", "new": "output", "nodep": "no_dep"}
    expected = []
    for task in orchestration["tasks"]:
        if task["slots"]:
            ids = [None if slot is None else task["ids"][slot] for slot in task["slots"]]
            how = "mixed"
        else:
            ids, how = task["ids"], core_types[task["ids"][0]]
        expected.append([how, ids, task["adds"]])
    got = []
    for event in lines:
        if event.get("task", "dummy") == "dummy":
            continue
        adds = [arg.split()[0] for arg in event["args"]]
        got.append([event["task"], [None if i < 0 else i for i in event["ids"]],
                    [words.get(word, word) for word in adds] + ["scalar"] * len(event["scalars"])])
    strange = [task for task in got if task not in expected]
    if strange or (exact and got != expected):
        return f"submitted {strange or got}, but the registrations have {expected}"
    return None


def normalise(event, exact):
    """Dependencies are a set. Unless exact, the upper bits of a negative number of 32 bits mean nothing."""
    def mask(arg):
        bits = int(arg[1:], 16) if arg.startswith("#") else 0
        return f"#{bits & 0xffffffff:x}" if bits >> 31 in (1, 0x1ffffffff) else arg
    args = event.get("args", [])
    return {**event, "args": args if exact else list(map(mask, args)), "deps": set(event.get("deps", []))}


def first_difference(expected, got, exact=False):
    """Where two records differ in more than what is not used, or nothing. Unless
    exact, reads of `expected` may be missing: of values that nothing uses."""
    for key in ("error", "expected_arg_count"):
        if expected.get(key) != got.get(key):
            return f"{key}: {got.get(key)} instead of {expected.get(key)}"
    events = iter(got["events"])
    event = next(events, None)
    for index, wanted in enumerate(expected["events"]):
        if event is not None and normalise(event, exact) == normalise(wanted, exact):
            event = next(events, None)
        elif exact or "read" not in wanted:
            return f"event {index}: {json.dumps(event)} instead of {json.dumps(wanted)}"
    if event is not None:
        return f"event {len(expected['events'])}: {json.dumps(event)} is too many"
    for index, (a, b) in enumerate(zip(expected["allocated"], got["allocated"])):
        if a != b:
            return f"t{index} is {json.dumps(b)} instead of {json.dumps(a)}"
    return None


def find_orchestration(path, name):
    with open(path, encoding="utf-8") as file:
        orchestrations = json.load(file)["orchestrations"]
    return next(o for o in orchestrations if name in (None, o["name"]))


def record_file(cxx, path, runs):
    """What each run of one file wrote; the messages of the compiler go to stderr."""
    with open(path, encoding="utf-8") as file:
        code = file.read()
    with tempfile.TemporaryDirectory() as temp:
        result = Recorder(cxx, temp).run([(code, runs)])[0]
    if isinstance(result, str):
        sys.exit(result)
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--cpp", required=True)
    parser.add_argument("--registrations", required=True)
    parser.add_argument("--orchestration")
    parser.add_argument("--inputs", help="a file, or JSON itself", default="{}")
    parser.add_argument("--cxx", default="c++")
    options = parser.parse_args()
    orchestration = find_orchestration(options.registrations, options.orchestration)
    text = options.inputs
    if text.lstrip()[:1] not in ("{", "["):
        with open(text, encoding="utf-8") as file:
            text = file.read()
    inputs = json.loads(text)
    runs = inputs if isinstance(inputs, list) else [inputs]
    status = 0
    for lines in record_file(options.cxx, options.cpp, runs):
        record = make_record(lines, orchestration["kernels"])
        print(json.dumps(record, separators=(",", ":"), sort_keys=True))
        problem = check_tasks(lines, orchestration)
        if problem:
            print(problem, file=sys.stderr)
        if problem or "error" in record:
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
