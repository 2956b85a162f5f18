#!/usr/bin/env python3
"""Checks kernel registrations on the corpus of real programs.

usage: registrations.py --bin DIR --corpus DIR [--jobs N] [PROGRAM..]

For every final program with one orchestration, the ids, code names, core types
and signatures of the JSON export are those of PyPTO's own configuration, and
its tasks add the same arguments and launch the same ids. PyPTO keeps only the
first signature of a code: there the export has more registrations, and its ids
are compared by what they name. Programs with several orchestrations register
each one, and one of them is PyPTO's.

Then deduplication comes first: every dispatch still launches the code that its
callee became, and there are as many codes as the report says kernels stay.
This is also done with outlined programs that have no final form, as far as
their kernels have been split by core type.

Exit status 1 when something differs.
"""

import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

ASSIGN = "--pld-assign-kernel-registrations"
DEDUPLICATE = "--pld-deduplicate-outlined-kernels"


class Failure(Exception):
    """What is wrong with a program."""


def run(command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True, errors="replace")
    if done.returncode != 0 or done.stderr:
        raise Failure(f"{os.path.basename(command[0])} {command[1]}: exit status "
                      f"{done.returncode}: {done.stderr.strip()[:500]}")
    return done.stdout


def register(options, text, *flags):
    """The orchestrations of the JSON export."""
    module = run([os.path.join(options.bin, "pld-opt"), *flags, ASSIGN], text)
    exported = run([os.path.join(options.bin, "pld-translate"), "--pld-to-registrations-json"],
                   module)
    return json.loads(exported)["orchestrations"]


def first_signatures(kernels):
    """What PyPTO has: one registration per code, numbered anew; and what
    number each id becomes."""
    by_name, renumber = {}, {}
    for kernel in kernels:
        entry = by_name.setdefault(kernel["name"], {**kernel, "func_id": len(by_name)})
        renumber[kernel["func_id"]] = entry["func_id"]
    return list(by_name.values()), renumber


def launched(task, renumber):
    """The ids of a task as PyPTO's generated code writes them."""
    ids = [renumber[i] for i in task["ids"]]
    if task["slots"] is None:
        return ids
    return [None if slot is None else ids[slot] for slot in task["slots"]]


def compare(orchestration, final):
    """What differs from PyPTO's facts, or nothing."""
    kernels, renumber = first_signatures(orchestration["kernels"])
    expected = [{"signature": [], **kernel} for kernel in final["kernels"]]
    if kernels != expected:
        pair = next((p for p in zip(kernels, expected) if p[0] != p[1]), (len(kernels), len(expected)))
        return f"kernels: {pair[0]} instead of {pair[1]}"
    if orchestration["orchestration_signature"] != final["orchestration_signature"]:
        return "the signature of the orchestration"
    if orchestration["runtime"] != final["runtime"]:
        return "the runtime"
    tasks = [(launched(task, renumber), task["adds"]) for task in orchestration["tasks"]]
    expected = [(task["ids"], task["adds"]) for task in final["tasks"]]
    if tasks != expected:
        pair = next((p for p in zip(tasks, expected) if p[0] != p[1]), (len(tasks), len(expected)))
        return f"tasks: {pair[0]} instead of {pair[1]}"
    return None


def codes(orchestration):
    """The codes of each task."""
    names = {kernel["func_id"]: kernel["name"] for kernel in orchestration["kernels"]}
    return [[names[i] for i in task["ids"]] for task in orchestration["tasks"]]


def check_deduplicated(options, text, before):
    """Registrations after deduplication name what the report says."""
    with tempfile.TemporaryDirectory() as temp:
        path = os.path.join(temp, "report.json")
        after = register(options, text, f"{DEDUPLICATE}=report-file={path}")
        with open(path, encoding="utf-8") as file:
            renames = json.load(file)["renames"]
    for old, new in zip(before, after):
        expected = [[renames.get(name, name) for name in task] for task in codes(old)]
        if codes(new) != expected:
            raise Failure("a task launches another code after the deduplication")
        stay = {name for task in expected for name in task}
        if {kernel["name"] for kernel in new["kernels"]} != stay:
            raise Failure(f"{len(stay)} kernels stay, but other codes are registered")
        if len(new["kernels"]) > len(old["kernels"]):
            raise Failure("there are more registrations after the deduplication")
    return bool(renames)


def check_program(options, folder):
    """What was checked, as a set of words."""
    with open(os.path.join(folder, "facts.json"), encoding="utf-8") as file:
        final = json.load(file).get("final")
    path = os.path.join(folder, "final.msgpack")
    is_final = os.path.exists(path)
    if not is_final:
        path = os.path.join(folder, "outlined.msgpack")
    text = run([os.path.join(options.bin, "pld-translate"), "--import-pypto", path])
    try:
        orchestrations = register(options, text)
    except Failure as failure:
        if is_final or not any(reason in str(failure) for reason in (
                "mixes core types", "moves data between", "nothing decides")):
            raise
        return {"not split by core type yet"}
    checked = {"several orchestrations" if len(orchestrations) > 1 else "one orchestration"}
    if is_final and final:
        differences = [compare(orchestration, final) for orchestration in orchestrations]
        if all(differences):
            raise Failure(differences[0])
        if len(orchestrations) == 1:
            checked.add("compared")
            if len(orchestrations[0]["kernels"]) != len(final["kernels"]):
                checked.add("more signatures")
    if check_deduplicated(options, text, orchestrations):
        checked.add("deduplicated")
    return checked


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--bin", required=True, help="folder of the tools")
    parser.add_argument("--corpus", required=True)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("programs", nargs="*", help="only these (parts of folder names)")
    options = parser.parse_args()
    options.corpus = os.environ.get("PLD_CORPUS", options.corpus)
    if not os.path.isdir(options.corpus):
        print(f"skipped: there is no corpus at {options.corpus}")
        return 77
    folders = sorted(root for root, _, files in os.walk(options.corpus) if "facts.json" in files)
    if options.programs:
        folders = [f for f in folders if any(part in f for part in options.programs)]
    failures, counts = 0, {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        futures = {pool.submit(check_program, options, folder): folder for folder in folders}
        for future in concurrent.futures.as_completed(futures):
            try:
                for word in future.result():
                    counts[word] = counts.get(word, 0) + 1
            except Failure as failure:
                failures += 1
                print(f"{os.path.relpath(futures[future], options.corpus)}: {failure}", flush=True)
    print(f"{len(folders)} programs, {failures} with a difference; " +
          ", ".join(f"{word}: {count}" for word, count in sorted(counts.items())))
    return 1 if failures or not folders else 0


if __name__ == "__main__":
    sys.exit(main())
