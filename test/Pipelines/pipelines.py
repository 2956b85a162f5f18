#!/usr/bin/env python3
"""Passes keep what an orchestration does.

usage: pipelines.py --bin DIR --cxx COMPILER [--count N] [--seed S] [--first N] [--save DIR]

Makes random programs (generate.py) and random pipelines of stock passes, and
deduplication, for each. A program is registered, exported and run on the stand-in
for the runtime (test/Target/Orchestration/Inputs) as it is and after each pipeline:
the records are the same, but for

* reads of elements, which may be missing, and tensors that nothing uses;
* scopes in which nothing happens, and automatic ones around everything;
* kernels that were merged: they have the names that the reports say.

A pipeline that fails, crashes or does not end is a difference. So is one after which
the program cannot be exported, unless the export names an operation that the program did
not have: these are counted as refused.

Failures are made smaller and saved. Exit status 1 if there are any.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, os.pardir, "Target", "Orchestration", "Inputs"))

from generate import generate  # pylint: disable=wrong-import-position
from record import Recorder, check_tasks, first_difference, make_record  # pylint: disable=wrong-import-position

DEDUPLICATE = "pld-deduplicate-outlined-kernels"
ASSIGN = "pld-assign-kernel-registrations"
# Every pass of mlir-opt that runs on these programs, does something to them and
# keeps their meaning. Not here are:
#  arith-expand, arith-unsigned-when-equivalent, scf-for-to-while, and all that lower to
#    other dialects (convert-*): they make operations that are not exported;
#  scf-for-loop-peeling: it runs a loop once whose upper bound is below the lower one;
#  symbol-privatize without its option: an orchestration has to stay visible;
#  those of other dialects that only fold and remove what is dead, but for a few.
# remove-dead-values breaks programs with branches that are never taken: their
# operations stay, but without operands. So these branches go first.
COMMON = ["canonicalize", "cse", "sccp", "loop-invariant-code-motion", DEDUPLICATE,
          "composite-fixed-point-pass{pipeline=sccp,canonicalize},remove-dead-values"]
OTHERS = [
    "arith-int-range-narrowing{int-bitwidths-supported=32}",
    "canonicalize{region-simplify=aggressive}",
    "canonicalize{top-down=false}",
    "composite-fixed-point-pass{pipeline=canonicalize,cse}",
    "control-flow-sink",
    "inline",
    "int-range-optimizations",
    "loop-invariant-subset-hoisting",
    "mem2reg",
    "pld-assign-origin-uids",
    "scf-for-loop-canonicalization",
    "scf-for-loop-range-folding",
    "scf-for-loop-specialization",
    "snapshot-op-locations",
    "sroa",
    "strip-debuginfo",
    "symbol-dce",
    "symbol-privatize{exclude=main}",
    "topological-sort",
    # These fold.
    "affine-expand-index-ops",
    "convert-vector-to-scf",
    "expand-strided-metadata",
    "fold-memref-alias-ops",
    "linalg-generalize-named-ops",
    "math-expand-ops",
    "resolve-shaped-type-result-dims",
]
PASSES = COMMON * 4 + OTHERS
# Programs that are compiled at once, and pipelines of each program.
BATCH = 12
PER_PROGRAM = 4
TIME_LIMIT = 120


class Failure(Exception):
    """What is wrong, with a word for its kind."""

    def __init__(self, kind, message):
        super().__init__(f"{kind}: {message}")
        self.kind = kind


class Tools:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.recorder = Recorder(options.cxx, folder)

    def run(self, kind, command, text):
        try:
            done = subprocess.run([os.path.join(self.options.bin, command[0]), *command[1:]], input=text,
                                  capture_output=True, text=True, errors="replace", timeout=TIME_LIMIT)
        except subprocess.TimeoutExpired as expired:
            raise Failure("hang", " ".join(command)) from expired
        if done.returncode < 0 or done.returncode > 128:
            raise Failure("crash", f"{' '.join(command)}: {done.stderr[-600:]}")
        if done.returncode != 0:
            raise Failure(kind, done.stderr[:600])
        return done.stdout

    def export(self, text, passes, name):
        """The C++ after the passes, the registrations, and what merged kernels are called."""
        reports, elements = [], []
        for element in passes:
            if element == DEDUPLICATE:
                reports.append(os.path.join(self.folder, f"{name}.{len(reports)}.json"))
                element += f"{{report-file={reports[-1]}}}"
            elements.append(element)
        pipeline = f"builtin.module({','.join([*elements, ASSIGN])})"
        module = self.run("pipeline", ["pld-opt", f"--pass-pipeline={pipeline}"], text)
        renames = {}
        for report in reports:
            with open(report, encoding="utf-8") as file:
                new = json.load(file)["renames"]
            os.remove(report)
            renames = {**{old: new.get(name, name) for old, name in renames.items()}, **new}
        registrations = self.run("registrations", ["pld-translate", "--pld-to-registrations-json"], module)
        code = self.run("export", ["pld-translate", "--pld-to-orchestration-cpp"], module)
        orchestration = next(o for o in json.loads(registrations)["orchestrations"] if o["name"] == "main")
        return code, orchestration, renames


def without_names(line):
    return re.sub(r"%[\w.#:-]+", "%", line).strip()


def get_refused(failure, text):
    """The operation that the export refuses, if the program before does not have it."""
    lines = str(failure).splitlines()
    named = re.search(r"error: '([\w.]+)'.*cannot be written", lines[0])
    if failure.kind != "export" or len(lines) < 2 or not named:
        return None
    # Its name alone does not say which one it is: of which type, with which predicate.
    operation = without_names(lines[1])
    return None if operation in map(without_names, text.splitlines()) else operation.removeprefix("% = ")


def without_empty_scopes(record):
    """The same without scopes in which nothing happens, and automatic ones around everything."""
    events, numbers, inside, kept = [], [0], [], []
    for event in record["events"]:
        events.append(event)
        if "scope" in event:
            inside.append(len(events) - 1)
            kept.append(True)
        elif "end" in event:
            start = inside.pop()
            if len(events) - start == 2:
                del events[start:]
                kept[event["end"] - 1] = False
    opened = 0
    while events and events[0].get("scope") == "auto":
        opened = kept.index(True, opened) + 1
        if events[-1] != {"end": opened}:
            break
        events, kept[opened - 1] = events[1:-1], False
    for keep in kept:
        numbers.append(max(numbers) + 1 if keep else 0)
    events = [{"end": numbers[e["end"]]} if "end" in e else e for e in events]
    allocated = [{**entry, "scope": numbers[entry["scope"]]} for entry in record["allocated"]]
    return {**record, "events": events, "allocated": allocated}


def rename(record, renames):
    """The same with other kernels."""
    events = [{**e, "task": [renames.get(k, k) for k in e["task"]]}
              if isinstance(e.get("task"), list) else e for e in record["events"]]
    return {**record, "events": events}


def get_reads(lines):
    """The reads between other events, without the names of tensors that are allocated."""
    reads, number = [], 0
    for line in lines:
        if "read" in line:
            reads.append((number, re.sub(r"^a\d+", "a", line["read"]), line["at"], line["value"]))
        elif "task" in line or "write" in line:
            number += 1
    return reads


def is_subsequence(part, whole):
    rest = iter(whole)
    return all(element in rest for element in part)


def compare(before, after, orchestrations, renames):
    """What the lines of two runs differ in, or nothing."""
    problem = check_tasks(after, orchestrations[1])
    if problem:
        return problem
    expected, got = (without_empty_scopes(make_record(lines, o["kernels"], reads=False))
                     for lines, o in zip((before, after), orchestrations))
    difference = first_difference(rename(expected, renames), got, exact=True)
    if difference:
        return difference
    if not is_subsequence(get_reads(after), get_reads(before)):
        return f"reads {get_reads(after)} instead of {get_reads(before)}"
    return None


def make_pipeline(seed, number, index, without):
    choose = random.Random(f"{seed}/{number}/{index}")
    passes = choose.choices(PASSES, k=choose.randint(1, 6))
    return [element for element in passes if element not in without]


class Case:
    """A program, its inputs, and pipelines."""

    def __init__(self, text, inputs, pipelines):
        self.text, self.inputs, self.pipelines = text, inputs, pipelines
        self.results = []  # of the program, and of each pipeline: an export or a Failure

    def export(self, tools, name):
        for index, passes in enumerate([[], *self.pipelines]):
            try:
                self.results.append(tools.export(self.text, passes, f"{name}.{index}"))
            except Failure as failure:
                self.results.append(failure)
            if not passes and isinstance(self.results[0], Failure):
                break
        return self


def check_cases(tools, cases):
    """Yields (case, passes, Failure, refused operation or None) of each pipeline; one
    with no passes for a program that is wrong itself."""
    exported = [[r for r in case.results if not isinstance(r, Failure)] for case in cases]
    programs = [(code, case.inputs) for case, results in zip(cases, exported) for code, _, _ in results]
    outputs = iter(tools.recorder.run(programs) if programs else [])
    for case in cases:
        runs = [None if isinstance(result, Failure) else next(outputs) for result in case.results]
        if isinstance(case.results[0], Failure):
            yield case, [], case.results[0]
            continue
        problem = find_problem(runs[0], case.results[0][1])
        if problem:
            yield case, [], Failure("original", problem)
            continue
        for passes, result, run in zip(case.pipelines, case.results[1:], runs[1:]):
            if isinstance(result, Failure):
                yield case, passes, get_refused(result, case.text) or result
            elif isinstance(run, str):
                yield case, passes, Failure("compile", run[:600])
            else:
                differences = (compare(before, after, (case.results[0][1], result[1]), result[2])
                               for before, after in zip(runs[0], run))
                difference = next(filter(None, differences), None)
                yield case, passes, Failure("record", difference) if difference else None


def find_problem(runs, orchestration):
    """What is wrong with a program itself."""
    if isinstance(runs, str):
        return runs[:600]
    for lines in runs:
        problem = check_tasks(lines, orchestration)
        record = make_record(lines, orchestration["kernels"])
        used = next((a for e in record["events"] for a in e.get("args", []) if "!" in a or "~" in a), None)
        if problem or "error" in record or used:
            return problem or record.get("error") or f"a task has {used}"
    return None


def fails(tools, text, inputs, passes, kind):
    """Whether a program fails in the same way."""
    case = Case(text, inputs, [passes] if passes else []).export(tools, "reduce")
    failures = [f for _, p, f in check_cases(tools, [case]) if p == passes]
    return bool(failures) and isinstance(failures[0], Failure) and failures[0].kind == kind


def reduce(tools, case, passes, failure, limit=250):
    """A smaller program and shorter pipeline that fail in the same way."""
    text, kind = case.text, failure.kind
    for index in reversed(range(len(passes))):
        fewer = passes[:index] + passes[index + 1:]
        if fewer and fails(tools, text, case.inputs, fewer, kind):
            passes = fewer
    inputs = next(([i] for i in case.inputs if fails(tools, text, [i], passes, kind)), case.inputs)
    lines = text.splitlines()
    size = len(lines) // 2
    while size > 0 and limit > 0:
        start = 0
        while start < len(lines) and limit > 0:
            # Regions go as one, or lose their first and last line.
            end = start + size
            removed = "\n".join(lines[start:end])
            if size == 1 and removed.rstrip().endswith("{"):
                indent = len(lines[start]) - len(lines[start].lstrip())
                end = next(i for i in range(start + 1, len(lines))
                           if lines[i].startswith(" " * indent + "}")) + 1
                removed = "\n".join(lines[start:end])
            if removed.count("{") == removed.count("}"):
                limit -= 1
                fewer = lines[:start] + lines[end:]
                if fails(tools, "\n".join(fewer), inputs, passes, kind):
                    lines = fewer
                    continue
            start += 1 if size == 1 else size
        size //= 2
    return "\n".join(lines) + "\n", inputs, passes


def report(tools, options, case, passes, failure, number):
    kept = case.text, case.inputs, passes
    if options.reduce:
        kept = reduce(tools, case, passes, failure)
    text, inputs, passes = kept
    head = "".join(f"// {line}\n" for line in [
        f"pipelines.py --seed={options.seed} --first={number} --count={PER_PROGRAM}",
        f"builtin.module({','.join(passes)})", *map(json.dumps, inputs), *str(failure).splitlines()])
    if options.save:
        os.makedirs(options.save, exist_ok=True)
        with open(os.path.join(options.save, f"{failure.kind}-{options.seed}-{number}.mlir"), "w",
                  encoding="utf-8") as file:
            file.write(head + text)
    print(head + text, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--bin", required=True, help="folder of the tools")
    parser.add_argument("--cxx", required=True, help="the compiler of exported C++")
    parser.add_argument("--count", type=int, default=60, help="how many pipelines")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the first program")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--save", help="a folder for failures")
    parser.add_argument("--max-failures", type=int, default=5, help="stop after these")
    parser.add_argument("--without", action="append", default=[], help="a pass that is not used")
    parser.add_argument("--no-reduce", dest="reduce", action="store_false")
    options = parser.parse_args()
    counts, refused = collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        tools = Tools(options, folder)

        def make(number):
            text, inputs = generate(options.seed, number)
            pipelines = [make_pipeline(options.seed, number, i, options.without) for i in range(PER_PROGRAM)]
            return Case(text, inputs, pipelines).export(tools, str(number))

        def check(numbers):
            cases = list(map(make, numbers))
            names = dict(zip(map(id, cases), numbers))
            return [(names[id(case)], case, passes, result) for case, passes, result in check_cases(tools, cases)]

        end = options.first + -(-options.count // PER_PROGRAM)
        batches = [range(i, min(i + BATCH, end)) for i in range(options.first, end, BATCH)]
        for done in pool.map(check, batches):
            for number, case, passes, result in done:
                if isinstance(result, Failure):
                    counts[result.kind] += 1
                    if sum(counts[k] for k in counts if k not in ("equal", "refused")) <= options.max_failures:
                        report(tools, options, case, passes, result, number)
                    continue
                counts["refused" if result else "equal"] += 1
                if result:
                    refused[result] += 1
    print(f"{sum(counts.values())} pipelines: " + ", ".join(f"{k}: {n}" for k, n in counts.most_common()))
    for operation, number in refused.most_common():
        print(f"  refused {number} times: {operation}")
    return 1 if set(counts) - {"equal", "refused"} else 0


if __name__ == "__main__":
    sys.exit(main())
