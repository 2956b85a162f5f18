#!/usr/bin/env python3
"""Runs exported C++ of the corpus and compares what it does with PyPTO's own.

usage: orchestrations.py --bin DIR --corpus DIR --cxx COMPILER [--jobs N] [PROGRAM..]

`orchestration.json` of a program is what PyPTO's C++ does on a recording
runtime with given inputs. The final program is imported, registered and
exported here, and run with the same inputs on the stand-in for the runtime
(test/Target/Orchestration/Inputs); its record is the same, but for

* tensors that are allocated and not used;
* reads of elements that nothing uses, which may be missing;
* a scope around everything where the program has tasks outside of any;
* the upper bits of negative numbers, which PyPTO extends differently if they
  are constants.

What the C++ export refuses is counted; registrations.py checks why. Exit status
1 when something differs, 77 without a corpus.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, os.pardir, "Target", "Orchestration", "Inputs"))

from record import Recorder, check_tasks, first_difference, make_record  # pylint: disable=wrong-import-position
from registrations import NOT_WRITTEN, Failure, register, run  # pylint: disable=wrong-import-position

# Orchestrations that are compiled at once.
BATCH = 24


def export(options, folder):
    """(what it is, C++ or None if it is refused, registrations, PyPTO's runs) of
    each orchestration."""
    with open(os.path.join(folder, "orchestration.json"), encoding="utf-8") as file:
        recorded = {entry["name"]: entry["runs"] for entry in json.load(file)["orchestrations"]}
    translate = os.path.join(options.bin, "pld-translate")
    text = run([translate, "--import-pypto", os.path.join(folder, "final.msgpack")])
    module, orchestrations = register(options, text)
    exported = []
    for orchestration in orchestrations:
        name = orchestration["name"]
        if name not in recorded:
            continue
        try:
            code = run([translate, "--pld-to-orchestration-cpp", f"--pld-orchestration={name}"], module)
        except Failure as failure:
            if not NOT_WRITTEN.search(str(failure)):
                raise
            code = None
        exported.append((f"{os.path.relpath(folder, options.corpus)} @{name}", code, orchestration,
                         recorded[name]))
    return exported


def has_task_outside(record):
    depth = 0
    for event in record["events"]:
        depth += ("scope" in event) - ("end" in event)
        if "task" in event and depth == 0:
            return True
    return False


def add_scope(record):
    """The same record with an automatic scope around everything."""
    events = [{"scope": "auto"}]
    events += [{"end": event["end"] + 1} if "end" in event else event for event in record["events"]]
    allocated = [{**entry, "scope": entry["scope"] + 1} for entry in record["allocated"]]
    return {**record, "events": events + [{"end": 1}], "allocated": allocated}


def compare(lines, orchestration, expected):
    """What is wrong with a run, or nothing."""
    problem = check_tasks(lines, orchestration)
    if problem:
        return problem
    if has_task_outside(expected):
        expected = add_scope(expected)
    return first_difference(expected, make_record(lines, orchestration["kernels"]))


def check_batch(recorder, batch):
    """[(what it is, what is wrong or nothing)]."""
    programs = [(code, [r["inputs"] for r in runs]) for _, code, _, runs in batch]
    checked = []
    for (name, _, orchestration, runs), outputs in zip(batch, recorder.run(programs)):
        if isinstance(outputs, str):
            checked.append((name, f"does not compile: {outputs[:500]}"))
            continue
        differences = (compare(lines, orchestration, r["record"]) for lines, r in zip(outputs, runs))
        checked.append((name, next(filter(None, differences), None)))
    return checked


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--bin", required=True, help="folder of the tools")
    parser.add_argument("--corpus", required=True)
    parser.add_argument("--cxx", required=True, help="the compiler of exported C++")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("programs", nargs="*", help="only these (parts of folder names)")
    options = parser.parse_args()
    options.corpus = os.environ.get("PLD_CORPUS", options.corpus)
    if not os.path.isdir(options.corpus):
        print(f"skipped: there is no corpus at {options.corpus}")
        return 77
    folders = sorted(root for root, _, files in os.walk(options.corpus)
                     if "orchestration.json" in files and "final.msgpack" in files)
    if options.programs:
        folders = [f for f in folders if any(part in f for part in options.programs)]
    counts = collections.Counter()

    def differ(name, what):
        counts["different"] += 1
        print(f"{name}: {what}", flush=True)

    with tempfile.TemporaryDirectory() as temp, \
         concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        recorder = Recorder(options.cxx, temp)
        todo = []
        for folder, exported in zip(folders, pool.map(lambda f: attempt(export, options, f), folders)):
            if isinstance(exported, Failure):
                differ(os.path.relpath(folder, options.corpus), exported)
                continue
            counts["refused"] += sum(entry[1] is None for entry in exported)
            todo += [entry for entry in exported if entry[1] is not None]
        batches = [todo[i:i + BATCH] for i in range(0, len(todo), BATCH)]
        for checked in pool.map(lambda batch: check_batch(recorder, batch), batches):
            for name, difference in checked:
                if difference:
                    differ(name, difference)
                else:
                    counts["equal"] += 1
    print(f"{len(folders)} programs, orchestrations: {counts['equal']} equal, "
          f"{counts['different']} different, {counts['refused']} not written as C++")
    return 1 if counts["different"] or not counts["equal"] else 0


def attempt(function, *arguments):
    try:
        return function(*arguments)
    except Failure as failure:
        return failure


if __name__ == "__main__":
    sys.exit(main())
