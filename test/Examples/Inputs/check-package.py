"""Compares the records of a package with the registrations that it was made of.

usage: check-package.py REGISTRATIONS PACKAGE
"""

import json
import os
import sys


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def main():
    registrations, package = sys.argv[1:]
    program = read(registrations)["orchestrations"][0]
    manifest = read(os.path.join(package, "binary_manifest.json"))

    def upper(signature):
        return [direction.upper() for direction in signature]

    expected = [(k["func_id"], k["name"], upper(k["signature"])) for k in program["kernels"]]
    got = [(k["func_id"], k["name"], k["signature"]) for k in manifest["kernels"]]
    assert got == expected, (got, expected)
    orchestration = manifest["orchestration"]
    assert orchestration["signature"] == upper(program["orchestration_signature"]), orchestration
    assert manifest["runtime_config"] == program["runtime"], manifest["runtime_config"]
    # Registrations of one code have one binary, of the core type that was registered.
    binaries = {}
    for registered, packed in zip(program["kernels"], manifest["kernels"]):
        path = packed["binary"]["path"]
        assert binaries.setdefault(registered["name"], path) == path, path
        assert f"/{registered['core_type']}/" in path, path


main()
