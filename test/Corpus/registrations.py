#!/usr/bin/env python3
"""Checks kernel registrations on the corpus of real programs.

usage: registrations.py --bin DIR --corpus DIR --cxx COMPILER [--jobs N] [PROGRAM..]

For every final program with one orchestration, the ids, code names, core types
and signatures of the JSON export are those of PyPTO's own configuration, and
its tasks add the same arguments and launch the same ids. PyPTO keeps only the
first signature of a code: there the export has more registrations, and its ids
are compared by what they name. Programs with several orchestrations register each one. Of these PyPTO's
configuration has one; its tasks are among those of PyPTO's code.

Each final program is also exported as C++, which compiles without a warning and
submits PyPTO's tasks; what cannot be written yet is one of a few operations.

In outlined programs kernels are equal, and have no core type yet. What is
inferred is what PyPTO made of them, unless a kernel has to be split first. With
deduplication before, every dispatch still launches the code that its callee
became, and there are as many codes as the report says kernels stay. For that all
kernels are taken as vector kernels, which changes no id.

Exit status 1 when something differs.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

ASSIGN = "--pld-assign-kernel-registrations"
DEDUPLICATE = "--pld-deduplicate-outlined-kernels"
HEADERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "Target",
                       "Orchestration", "Inputs")
# What the C++ export does not write.
NOT_WRITTEN = re.compile(r"'(tensor\.(slice|reshape)|scf\.while)' cannot be written|"
                         r"is used, but is none of its parameters")
# Why a core type is not inferred.
UNDECIDED = re.compile("mixes core types|moves data between|nothing decides|"
                       "cannot be launched as a task")


class Failure(Exception):
    """What is wrong with a program."""


def run(command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True, errors="replace")
    if done.returncode != 0 or done.stderr:
        raise Failure(f"{os.path.basename(command[0])} {command[1]}: exit status "
                      f"{done.returncode}: {done.stderr.strip()[:500]}")
    return done.stdout


def register(options, text, *flags):
    """The registered module, and the orchestrations of the JSON export."""
    module = run([os.path.join(options.bin, "pld-opt"), *flags, ASSIGN], text)
    exported = run([os.path.join(options.bin, "pld-translate"), "--pld-to-registrations-json"],
                   module)
    orchestrations = json.loads(exported)["orchestrations"]
    for orchestration in orchestrations:
        check_ids(orchestration)
    return module, orchestrations


def parse_tasks(code):
    """The tasks of exported C++, in the order of the text: ids and adds."""
    adds, mixed, tasks = {}, {}, []
    for line in code.splitlines():
        if match := re.match(r" *(params_t\w+)\.add_(\w+)\(", line):
            adds.setdefault(match[1], []).append(match[2])
        elif match := re.match(r" *MixedKernels (\w+) = \{(.*)\};", line):
            mixed[match[1]] = [None if word == "INVALID_KERNEL_ID" else int(word)
                               for word in match[2].split(", ")]
        elif match := re.search(r"rt_submit_(?:ai._)?task\((\w+), (\w+)\)", line):
            ids = mixed[match[1]] if match[1] in mixed else [int(match[1])]
            tasks.append((ids, adds.get(match[2], [])))
    return tasks


def check_code(options, module, orchestration):
    """Whether the exported C++ submits the registered tasks and compiles; false
    if it cannot be written."""
    try:
        code = run([os.path.join(options.bin, "pld-translate"), "--pld-to-orchestration-cpp"],
                   module)
    except Failure as failure:
        if NOT_WRITTEN.search(str(failure)):
            return False
        raise
    same = {i: i for task in orchestration["tasks"] for i in task["ids"]}
    difference = first_difference(
        "C++", parse_tasks(code),
        [(launched(task, same), task["adds"]) for task in orchestration["tasks"]])
    if difference:
        raise Failure(difference)
    run([options.cxx, "-x", "c++", "-std=c++17", "-fsyntax-only", "-Wall", "-Wextra", "-Werror",
         f"-I{HEADERS}", "-"], code)
    return True


def check_ids(orchestration):
    """Ids count the keys in the order of their first use, and a task has the
    signature of what it launches."""
    words = {"input": "in", "output": "out", "inout": "inout", "no_dep": "inout"}
    kernels = orchestration["kernels"]
    keys = [(k["name"], k["core_type"], *k["signature"]) for k in kernels]
    if [k["func_id"] for k in kernels] != list(range(len(kernels))) or len(set(keys)) != len(keys):
        raise Failure("ids are not dense, or a key has two")
    used = list(dict.fromkeys(i for task in orchestration["tasks"] for i in task["ids"]))
    if used != list(range(len(kernels))):
        raise Failure("ids are not in the order of their first use")
    for task in orchestration["tasks"]:
        signature = [words[add] for add in task["adds"] if add != "scalar"]
        if any(kernels[i]["signature"] != signature for i in task["ids"]):
            raise Failure("a task launches a registration of another signature")


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


def first_difference(what, got, expected):
    if got == expected:
        return None
    pair = next((p for p in zip(got, expected) if p[0] != p[1]), (len(got), len(expected)))
    return f"{what}: {pair[0]} instead of {pair[1]}"


def compare_configuration(orchestration, final):
    """What differs from the configuration that PyPTO wrote, or nothing."""
    kernels, _ = first_signatures(orchestration["kernels"])
    return (first_difference("kernels", kernels,
                             [{"signature": [], **kernel} for kernel in final["kernels"]]) or
            first_difference("orchestration", orchestration["orchestration_signature"],
                             final["orchestration_signature"]) or
            first_difference("runtime", [orchestration["runtime"]], [final["runtime"]]))


def compare_tasks(orchestration, final, all_of_them):
    """What differs from the tasks that PyPTO's code submits, or nothing."""
    _, renumber = first_signatures(orchestration["kernels"])
    tasks = [(launched(task, renumber), task["adds"]) for task in orchestration["tasks"]]
    expected = [(task["ids"], task["adds"]) for task in final["tasks"]]
    if not all_of_them:
        missing = collections.Counter(map(repr, tasks)) - collections.Counter(map(repr, expected))
        tasks, expected = sorted(missing), []
    return first_difference("tasks", tasks, expected)


def compare(orchestrations, final):
    """What differs from PyPTO's facts, or nothing."""
    only = len(orchestrations) == 1
    differences = [compare_configuration(orchestration, final) or
                   compare_tasks(orchestration, final, only) for orchestration in orchestrations]
    return differences[0] if all(differences) else None


def codes(orchestration):
    """The codes of each task."""
    names = {kernel["func_id"]: kernel["name"] for kernel in orchestration["kernels"]}
    return [[names[i] for i in task["ids"]] for task in orchestration["tasks"]]


def check_core_types(options, text, final):
    """Whether kernels take the core types that PyPTO gave them; false if one is
    to be split, or declared."""
    try:
        _, orchestrations = register(options, text)
    except Failure as failure:
        if UNDECIDED.search(str(failure)):
            return False
        raise
    types = {kernel["name"]: kernel["core_type"] for kernel in final["kernels"]}
    for orchestration in orchestrations:
        for kernel in orchestration["kernels"]:
            if types.get(kernel["name"], kernel["core_type"]) != kernel["core_type"]:
                raise Failure(f"'{kernel['name']}' is inferred to be '{kernel['core_type']}'")
    return True


def check_deduplicated(options, text, before):
    """Registrations after deduplication name what the report says."""
    with tempfile.TemporaryDirectory() as temp:
        path = os.path.join(temp, "report.json")
        _, after = register(options, text, f"{DEDUPLICATE}=report-file={path}")
        with open(path, encoding="utf-8") as file:
            renames = json.load(file)["renames"]
    for old, new in zip(before, after):
        expected = [[renames.get(name, name) for name in task] for task in codes(old)]
        if codes(new) != expected:
            raise Failure("a task launches another code after the deduplication")
    registered = [{kernel["name"] for orchestration in orchestrations
                   for kernel in orchestration["kernels"]} for orchestrations in (before, after)]
    stay = registered[0] - set(renames)
    if registered[1] != stay:
        raise Failure(f"{len(stay)} kernels stay, but {len(registered[1])} codes are registered")
    return bool(renames)


def check_program(options, folder):
    """What was checked, as a set of words."""
    with open(os.path.join(folder, "facts.json"), encoding="utf-8") as file:
        final = json.load(file).get("final")
    checked = set()
    for stage in ("final", "outlined"):
        path = os.path.join(folder, stage + ".msgpack")
        if not os.path.exists(path):
            continue
        text = run([os.path.join(options.bin, "pld-translate"), "--import-pypto", path])
        if stage == "outlined":
            if final and check_core_types(options, text, final):
                checked.add("core types inferred")
            text = re.sub(r"^  pld\.func (private )?incore @", r"  pld.func \1aiv @", text,
                          flags=re.MULTILINE)
        try:
            module, orchestrations = register(options, text)
        except Failure as failure:
            # These are inlined only later.
            if stage == "outlined" and "cannot be launched as a task" in str(failure):
                checked.add("calls functions that are not kernels")
                continue
            raise
        if stage == "outlined":
            if check_deduplicated(options, text, orchestrations):
                checked.add("deduplicated")
        elif final:
            difference = compare(orchestrations, final)
            if difference:
                raise Failure(difference)
            checked.add("compared with PyPTO" if len(orchestrations) == 1
                        else "compared, several orchestrations")
            if len(orchestrations) == 1:
                checked.add("compiled" if check_code(options, module, orchestrations[0])
                            else "not written as C++")
            if any(len(first_signatures(orchestration["kernels"])[0]) !=
                   len(orchestration["kernels"]) for orchestration in orchestrations):
                checked.add("several signatures of a code")
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
