"""Runs the programs of docs/reasons.md, which say what the pass says of them.

usage: reasons.py PLD_OPT REASONS.md REASONS.cpp

A block of MLIR begins with comments:

    // with OPTION             an option of the pass, or of pld-opt if it begins with -
    // @kernel stays: CODE     what the report must say of it
    // @kernel stays without an entry: CODE
    // @kernel becomes @other

Other kernels may stay only because they are unique: no comment names their
reason. Each code of REASONS.cpp must have a section, in which it is the reason
of a kernel.
"""

import json
import re
import subprocess
import sys

SECTION = re.compile(r"^### `([a-z-]+)`$", re.MULTILINE)
BLOCK = re.compile(r"^```mlir(?:-fragment)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STAYS = re.compile(r"^// @(\S+) stays( without an entry)?: ([a-z-]+)$", re.MULTILINE)
BECOMES = re.compile(r"^// @(\S+) becomes @(\S+)$", re.MULTILINE)
WITH = re.compile(r"^// with (\S+)$", re.MULTILINE)


def deduplicate(pld_opt, source):
    options = WITH.findall(source)
    of_pass = " ".join([o for o in options if not o.startswith("-")] + ["report-file=-"])
    done = subprocess.run(
        [pld_opt, f"--pld-deduplicate-outlined-kernels={of_pass}", "-o", "/dev/null"]
        + [o for o in options if o.startswith("-")],
        input=source, capture_output=True, encoding="utf-8")
    if done.returncode != 0:
        raise ValueError(done.stderr.strip())
    return json.loads(done.stdout)


def check_block(pld_opt, source):
    """The codes that the block shows; raises ValueError where it is wrong."""
    report = deduplicate(pld_opt, source)
    kept = {entry["name"]: entry["reason"] for entry in report["kept"]}
    names = {unit["name"] for unit in report["units"]}
    codes = set()
    for name, no_entry, code in STAYS.findall(source):
        codes.add(code)
        expected = None if no_entry else code
        if kept.get(name) != expected or name in report["renames"]:
            raise ValueError(f"@{name}: the reason is {kept.get(name)}, not {expected}")
        if no_entry and name not in names:
            raise ValueError(f"there is no @{name}")
    for name, survivor in BECOMES.findall(source):
        if report["renames"].get(name) != survivor:
            raise ValueError(f"@{name} does not become @{survivor}")
    for name, code in kept.items():
        if code not in codes and code != "unique":
            raise ValueError(f"@{name} stays, too: {code}")
    return codes


def main():
    pld_opt, document, reasons = sys.argv[1:]
    with open(document, encoding="utf-8") as file:
        text = file.read()
    with open(reasons, encoding="utf-8") as file:
        codes = re.findall(r'return "([a-z-]+)";', file.read())
    parts = SECTION.split(text)
    sections = dict(zip(parts[1::2], parts[2::2]))
    right = True
    for code in sorted(set(codes) ^ set(sections)):
        print(f"{document}: '{code}' has no section, or is no code")
        right = False
    blocks = 0
    for section, body in sections.items():
        shown = set()
        for block in BLOCK.finditer(body):
            blocks += 1
            try:
                shown |= check_block(pld_opt, block.group(1))
            except ValueError as error:
                print(f"{document}, {section}: {error}")
                right = False
        if section not in shown:
            print(f"{document}: no kernel in section '{section}' stays for that reason")
            right = False
    print(f"checked {blocks} blocks, {len(sections)} reasons")
    return not right


if __name__ == "__main__":
    sys.exit(main())
