"""Checks the table of docs/dedup-tests.md.

usage: tests.py ROOT DEDUP-TESTS.md

Rules must be numbered without gaps. Each needs a test, and each test must be
where the table says: a file of the last table, and what is in it.
"""

import os
import re
import sys

RULE = re.compile(r"^\| (\d+)\.(\d+) \| (.*?) \| ([^|]*) \|$", re.MULTILINE)
FILE = re.compile(r"^\| `([\w-]+)` \| `([^` ]+)` \|$", re.MULTILINE)
TEST = re.compile(r"`([\w-]+) ([^`]+)`")


def find_test(path, text, name):
    """Whether the file has a test, or a part of one, of that name."""
    word = re.escape(name)
    if name.startswith("@"):
        pattern = rf"^module {word}\b"
    elif path.endswith("Test.cpp"):
        pattern = rf"^TEST(?:_F)?\(\w+, {word}\)"
    elif path.endswith(".py"):
        pattern = rf"^ *def {word}\("
    elif path.endswith(".md"):
        pattern = rf"^### `{word}`$"
    elif name.isupper():
        pattern = rf"(?:\b{word}(?:-[A-Z]+)?:|\[\[{word}\b)"
    else:
        pattern = rf"(?<!\w){word}(?![\w-])"
    return re.search(pattern, text, re.MULTILINE) is not None


def main():
    root, document = sys.argv[1:]
    with open(document, encoding="utf-8") as file:
        text = file.read()
    files, errors = {}, []
    for name, path in FILE.findall(text):
        try:
            with open(os.path.join(root, path), encoding="utf-8") as file:
                files[name] = path, file.read()
        except OSError as error:
            errors.append(f"{name}: {error}")

    used, last, rules = set(), {}, RULE.findall(text)
    for section, number, _, tests in rules:
        rule = f"{section}.{number}"
        if int(number) != last.get(section, 0) + 1:
            errors.append(f"{rule} is not the next number")
        last[section] = int(number)
        found = TEST.findall(tests)
        if not found or TEST.sub("", tests).strip(", "):
            errors.append(f"{rule} has no test, or something that is none: {tests}")
        for name, test in found:
            used.add(name)
            if name not in files:
                errors.append(f"{rule}: there is no file '{name}'")
            elif not find_test(*files[name], test):
                errors.append(f"{rule}: {files[name][0]} has no '{test}'")
    errors += [f"the file '{name}' is not used" for name in files if name not in used]
    for error in errors:
        print(f"{document}: {error}")
    print(f"checked {len(rules)} rules in {len(last)} sections")
    return bool(errors)


if __name__ == "__main__":
    sys.exit(main())
