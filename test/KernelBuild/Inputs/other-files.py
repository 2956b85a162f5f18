"""Gives pld-kernels files of other kinds as registrations, contract and manifest, and
prints what it says about each.

usage: other-files.py PLD_KERNELS PROGRAM PLD_OPT
"""

import gzip
import lzma
import os
import socket
import subprocess
import sys

tool, program, opt = sys.argv[1:]
REGISTRATIONS, CONTRACT, MANIFEST = "other.json", "other-contract.json", "binary_manifest.json"


def run(*words):
    return subprocess.run([tool, *words], capture_output=True, encoding="utf-8", timeout=60)


def check(name, make):
    said = set()
    for path, command in (
        (REGISTRATIONS, ["plan", REGISTRATIONS, "--contract=contract.json"]),
        (CONTRACT, ["plan", "registrations.json", f"--contract={CONTRACT}", "--sources=generated"]),
        (MANIFEST, ["verify", "."]),
    ):
        make(path)
        result = run(*command)
        (os.rmdir if os.path.isdir(path) else os.remove)(path)
        assert result.returncode == 1 and result.stdout == "", result
        before, _, what = result.stderr.partition(f"{path}")
        assert before.startswith("pld-kernels: error: "), result
        said.add(what.lstrip("':").strip())
    assert len(said) == 1, said
    print(f"{name}: {said.pop()}")


def make_socket(path):
    with socket.socket(socket.AF_UNIX) as it:
        it.bind(path)


def main():
    bytecode = subprocess.run([opt, "--emit-bytecode", program], capture_output=True, check=True).stdout
    text = b"module attributes {a} {\n}\n"
    for name, content in {
        "empty": b"",
        "blank": b" \n\n",
        "text": text,
        "comment": b"// A program.\n" + text,
        "bytecode": bytecode,
        "gzip": gzip.compress(text),
        "xz": lzma.compress(text),
        "msgpack": b"\x82\xa4type\xa7Program\xa1a\x01",
        "object": b"\x7fELF\x02\x01\x01" + bytes(20),
        "UTF-16": "{}".encode("utf-16"),
        "zeros": bytes(100),
    }.items():

        def write(path):
            with open(path, "wb") as file:
                file.write(content)

        check(name, write)
    check("folder", os.mkdir)
    check("pipe", os.mkfifo)
    check("socket", make_socket)


main()
