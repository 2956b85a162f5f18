"""Reads and verifies every block of MLIR in the documentation.

usage: check.py PLD_OPT FILE.md..

A block starts with ```mlir; one that starts with ```mlir-fragment is not a whole
program and is passed over. Line numbers in errors are those of the document.
"""

import re
import subprocess
import sys

BLOCK = re.compile(r"^```mlir\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def check(pld_opt, path):
    """The number of blocks in a document, and whether all are right."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    blocks = list(BLOCK.finditer(text))
    right = True
    for block in blocks:
        # Empty lines in front, so that positions are those in the document.
        source = "\n" * text.count("\n", 0, block.start(1)) + block.group(1)
        run = subprocess.run(
            [pld_opt, "--verify-roundtrip", "-o", "/dev/null"],
            input=source,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        if run.returncode != 0:
            print(run.stderr.replace("<stdin>", path))
            right = False
    return len(blocks), right


def main():
    pld_opt, *paths = sys.argv[1:]
    results = [check(pld_opt, path) for path in paths]
    print(f"checked {sum(count for count, _ in results)} blocks in {len(paths)} documents")
    return not all(right for _, right in results)


if __name__ == "__main__":
    sys.exit(main())
