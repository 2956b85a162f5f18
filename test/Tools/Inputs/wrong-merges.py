"""Checks that pld-verify-dedup finds merges that break a rule.

Each file FOLDER/RULE.mlir is a program that the pass deduplicates rightly, and
pld-test-deduplicate-wrongly with that rule does not. Comments in it say more:

  // FINDS: TEXT      pld-verify-dedup prints this. Without any, it must name a
                      dispatch of @b that became one of @a.
  // MERGES: b c      what the pass itself deletes, also. Nothing, without it.
  // OPTIONS: ...     options of the pass.
"""

import json
import pathlib
import re
import subprocess
import sys


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout + done.stderr


def notes(text, kind):
    return [line.strip() for line in re.findall(rf"^// {kind}:(.*)$", text, re.M)]


def check(program, tools):
    """What is wrong, or nothing."""
    opt, test_opt, verify = tools
    rule = program.stem
    text = program.read_text()
    before, right, wrong = (program.with_suffix(f".{name}.mlir") for name in ("before", "right", "wrong"))
    report = program.with_suffix(".json")

    # Locations are compared, too.
    status, output = run(opt, program, "--mlir-print-debuginfo", "-o", before)
    if status:
        return f"the program is not valid: {output}"

    options = " ".join(notes(text, "OPTIONS") + [f"report-file={report}"])
    status, output = run(
        opt, before, f"--pld-deduplicate-outlined-kernels={options}", "--mlir-print-debuginfo", "-o", right
    )
    if status:
        return f"the pass fails: {output}"
    merged = set(json.loads(report.read_text())["renames"])
    expected = set(" ".join(notes(text, "MERGES")).split())
    if merged != expected:
        return f"the pass itself merges {sorted(merged)}, not {sorted(expected)}"
    status, output = run(verify, before, right, f"--report={report}")
    if status:
        return f"the right merges are thought to be wrong: {output}"

    status, output = run(
        test_opt, before, f"--pld-test-deduplicate-wrongly=rule={rule}", "--mlir-print-debuginfo", "-o", wrong
    )
    if status:
        return f"the wrong pass fails: {output}"
    status, output = run(verify, before, wrong)
    if status != 1:
        return f"nothing is found (exit status {status}): {output}"
    if "NOT equivalent" not in output:
        return f"the output cannot be read: {output}"
    for finding in notes(text, "FINDS") or ["'@b' became '@a'"]:
        if finding not in output:
            return f"'{finding}' is not found: {output}"
    return None


def main():
    folder, *tools = sys.argv[1:]
    failed = 0
    programs = sorted(path for path in pathlib.Path(folder).glob("*.mlir") if "." not in path.stem)
    for program in programs:
        wrong = check(program, tools)
        if wrong:
            failed += 1
            print(f"{program.stem}: {wrong}")
    print(f"{len(programs)} rules, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
