#!/usr/bin/env python3
"""Checks the importer and the deduplication on the corpus of real programs.

usage: check.py --bin DIR --corpus DIR [--jobs N] [PROGRAM..]

For every program: it imports, verifies, and survives the round trips through
text and bytecode. For every outlined one:

* the merges are those that the facts of the corpus allow, with a proof where
  symbols are renamed, and no budget keeps any;
* nothing but the names of callees changes: applying the reported renames to
  the text before, and leaving out the deleted functions, gives the text after,
  locations included;
* `pld-verify-dedup` finds every dispatch equivalent, and the report right;
* with the symbols of all functions renamed apart the same functions merge;
* with free-symbols=identical these merge, too, and besides only functions that
  have free symbols;
* a second run changes nothing, nor does the order of functions.

The facts come from a comparison that knows nothing of this project. Programs
and facts are read, never written. Exit status 1 when something differs.
"""

import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

PASS = "--pld-deduplicate-outlined-kernels"
# Locations inline, so that texts can be compared line by line.
LOCAL = ["--mlir-print-debuginfo", "--mlir-print-local-scope"]


class Failure(Exception):
    """What is wrong with a program."""


def run(command, **kwargs):
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", **kwargs)
    if done.returncode != 0 or done.stderr:
        raise Failure(f"{os.path.basename(command[0])} {command[1]}: exit status "
                      f"{done.returncode}: {done.stderr.strip()[:500]}")
    return done.stdout


def split_functions(text):
    """The lines of a module as (head, {name: lines}, tail)."""
    lines = text.splitlines()
    functions, head, tail, current = {}, [], [], None
    for line in lines:
        match = re.match(r'  pld\.func .*?@("(?:[^"\\]|\\.)*"|[\w.$-]+)\(', line)
        if match:
            current = functions.setdefault(match.group(1), [])
        elif current is None:
            head.append(line)
            continue
        elif line.startswith("}"):
            current = None
            tail.append(line)
            continue
        current.append(line)
    return head, functions, tail


def permute(text):
    """The same module with its functions in reverse order."""
    head, functions, tail = split_functions(text)
    body = [line for name in reversed(functions) for line in functions[name]]
    return "\n".join(head + body + tail) + "\n"


def normalise(text):
    return sorted((name, "\n".join(lines)) for name, lines in split_functions(text)[1].items())


def quote(name):
    return name if re.fullmatch(r"[A-Za-z_][\w$.]*", name) else json.dumps(name)


def check_renames(before, after, renames):
    """After is before without the deleted functions, callees renamed."""
    targets = {quote(old): quote(new) for old, new in renames.items()}
    pattern = re.compile(r'@("(?:[^"\\]|\\.)*"|[\w.$-]+)')
    expected = []
    for name, lines in split_functions(before)[1].items():
        if name in targets:
            continue
        body = [pattern.sub(lambda m: "@" + targets.get(m.group(1), m.group(1)), line)
                if "@" in line else line for line in lines]
        expected.append((name, "\n".join(body)))
    got = normalise(after)
    expected.sort()
    if [name for name, _ in got] != [name for name, _ in expected]:
        raise Failure("other functions are left than the report says")
    for (name, a), (_, b) in zip(expected, got):
        if a != b:
            pair = next((x, y) for x, y in zip(a.splitlines() + [""], b.splitlines() + [""])
                        if x != y)
            raise Failure(f"'{name}' changed in more than callees:\n  {pair[0][:300]}\n  {pair[1][:300]}")


def check_equivalence(options, before, after_text, report):
    """Every dispatch executes an equivalent kernel, says the oracle."""
    command = [os.path.join(options.bin, "pld-verify-dedup"), before, "-", f"--report={report}"]
    done = subprocess.run(command, input=after_text, capture_output=True, text=True,
                          errors="replace")
    if done.returncode != 0:
        raise Failure(f"not equivalent: {(done.stdout + done.stderr).strip()[:500]}")
    if "locations not compared" in done.stdout:
        raise Failure("locations were not compared")


def check_merges(report, facts):
    def classes(kind):
        return {name: index for index, members in enumerate(facts[f"reference_{kind}_classes"])
                for name in members}
    identical, renamed = classes("identical"), classes("renamed")
    free = set(facts["reference_free_captures"])
    for old, new in report["renames"].items():
        if old in free or new in free:
            raise Failure(f"'{old}' or '{new}' is not closed, but was merged")
        if old not in renamed or renamed[old] != renamed.get(new):
            raise Failure(f"'{old}' was merged into '{new}', which the facts call different")
    for merge in report["merges"]:
        old, new = merge["from"], merge["to"]
        proved = identical.get(old) is None or identical[old] != identical.get(new)
        if merge["how"] != ("proved" if proved else "identical-signature"):
            raise Failure(f"'{old}' became '{new}' as {merge['how']}")
    for kept in report["kept"]:
        if kept["reason"] in ("bucket-full", "comparison-budget", "signature-limit", "proof-budget"):
            raise Failure(f"'{kept['name']}' stays because of a limit: {kept['reason']}")
    expected = facts["reference_removable"]["with_proof"]
    if len(report["renames"]) != expected:
        raise Failure(f"{len(report['renames'])} functions were merged, the facts say {expected}")


def check_deduplication(options, outlined, facts):
    """The functions merged by default and with free-symbols=identical."""
    pld_opt, pld_test_opt = (os.path.join(options.bin, tool) for tool in ("pld-opt", "pld-test-opt"))
    with tempfile.TemporaryDirectory() as temp:
        def deduplicate(source, arguments=""):
            path, report = os.path.join(temp, "in.mlir"), os.path.join(temp, "report.json")
            with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
                file.write(source)
            text = run([pld_opt, f"{PASS}=report-file={report} {arguments}", path, *LOCAL])
            check_equivalence(options, path, text, report)
            with open(report, encoding="utf-8") as file:
                return text, json.load(file)

        after, report = deduplicate(outlined)
        check_merges(report, facts)
        check_renames(outlined, after, report["renames"])
        merged = len(report["renames"])
        if not merged and not facts["reference_free_captures"]:
            return 0, 0
        again, second = deduplicate(after)
        if again != after or second["merges"]:
            raise Failure("a second run changes the program")
        free = deduplicate(outlined, "free-symbols=identical")[1]["renames"]
        if not report["renames"].items() <= free.items():
            raise Failure("free-symbols=identical makes other merges")
        if not (free.keys() - report["renames"].keys()) <= set(facts["reference_free_captures"]):
            raise Failure("free-symbols=identical merges what has no free symbols")
        apart = run([pld_test_opt, "-", "--pld-test-rename-symbols-apart", *LOCAL], input=outlined)
        if deduplicate(apart)[1]["renames"] != report["renames"]:
            raise Failure("other functions merge when symbols are renamed apart")
        if normalise(deduplicate(permute(outlined))[0]) != normalise(after):
            raise Failure("the result depends on the order of functions")
        return merged, len(free)


def check_program(options, folder):
    pld_opt = os.path.join(options.bin, "pld-opt")
    pld_translate = os.path.join(options.bin, "pld-translate")
    merged = 0, 0
    for stage in ("outlined", "final"):
        path = os.path.join(folder, stage + ".msgpack")
        if not os.path.exists(path):
            continue
        text = run([pld_translate, "--import-pypto", path, *LOCAL])
        run([pld_opt, "--verify-roundtrip", "-", "-o", os.devnull, "--mlir-print-debuginfo"],
            input=text)
        if stage == "outlined":
            with open(os.path.join(folder, "facts.json"), encoding="utf-8") as file:
                facts = json.load(file)["outlined"]
            merged = check_deduplication(options, text, facts)
    return merged


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--bin", required=True, help="folder of the tools")
    parser.add_argument("--corpus", required=True, help="its folder, if PLD_CORPUS names none")
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
    failures = merged = merged_free = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        futures = {pool.submit(check_program, options, folder): folder for folder in folders}
        for done, future in enumerate(concurrent.futures.as_completed(futures), 1):
            folder = os.path.relpath(futures[future], options.corpus)
            try:
                counts = future.result()
                merged += counts[0]
                merged_free += counts[1]
            except Exception as failure:  # also of the check: it has to say of what
                failures += 1
                kind = "" if isinstance(failure, Failure) else f"{type(failure).__name__}: "
                print(f"{folder}: {kind}{failure}", flush=True)
            if sys.stderr.isatty():
                print(f"\r{done}/{len(folders)}", end="", file=sys.stderr, flush=True)
    print(f"{len(folders)} programs, {failures} with a difference, {merged} functions merged, "
          f"{merged_free} with free-symbols=identical")
    return 1 if failures or not folders else 0


if __name__ == "__main__":
    sys.exit(main())
