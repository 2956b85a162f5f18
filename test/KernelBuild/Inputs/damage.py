"""Damages a package in each way, and prints what pld-kernels says about it.

usage: damage.py PLD_KERNELS PACKAGE SCRATCH

Every case is tried with `verify` and with `unpack`. Both must say the same, in one
line, and `unpack` must leave nothing behind.
"""

import copy
import hashlib
import json
import os
import shutil
import socket
import stat
import subprocess
import sys

tool, pristine, scratch = sys.argv[1:]
package = os.path.join(scratch, "package")
manifest_file = os.path.join(package, "binary_manifest.json")
with open(os.path.join(pristine, "binary_manifest.json"), encoding="utf-8") as file:
    MANIFEST = json.load(file)
FIRST = MANIFEST["kernels"][0]["binary"]["path"]


def run(*arguments):
    return subprocess.run([tool, *arguments], capture_output=True, encoding="utf-8", timeout=60)


def check(name):
    verify = run("verify", package)
    unpack = run("unpack", package, "-o", os.path.join(scratch, "unpacked"))
    assert (verify.returncode, verify.stderr) == (unpack.returncode, unpack.stderr), name
    assert verify.stderr.count("\n") == (verify.returncode != 0), verify.stderr
    assert len(verify.stderr) < 600, name
    left = sorted(os.listdir(scratch))
    assert left == ["package"] + ["unpacked"] * (unpack.returncode == 0), left
    shutil.rmtree(os.path.join(scratch, "unpacked"), ignore_errors=True)
    text = verify.stderr.replace("pld-kernels: error: ", "") or verify.stdout
    print(f"{name}: {verify.returncode}: {text}", end="")


def case(name, change):
    """Damages the files of a package."""
    shutil.rmtree(package, ignore_errors=True)
    shutil.copytree(pristine, package)
    change()
    check(name)


def text_case(name, text):
    def change():
        with open(manifest_file, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())

    case(name, change)


def manifest_case(name, change):
    """Changes the value of the manifest."""
    manifest = copy.deepcopy(MANIFEST)
    change(manifest)
    text_case(name, json.dumps(manifest))


def path_case(name, path):
    manifest_case(name, lambda m: m["kernels"][0]["binary"].update(path=path))


def set_all(manifest, **values):
    for kernel in manifest["kernels"]:
        if kernel["binary"]["path"] == FIRST:
            kernel["binary"].update(**values)


def main():
    os.makedirs(scratch)
    first = os.path.join(package, FIRST)
    case("pristine", lambda: None)
    manifest_case("other layout", lambda m: None)

    # Files.
    def flip_byte():
        with open(first, "r+b") as file:
            file.seek(100)
            byte = file.read(1)
            file.seek(100)
            file.write(bytes([byte[0] ^ 1]))

    def append_byte():
        with open(first, "ab") as file:
            file.write(b"\0")

    def to_symlink():
        os.rename(first, os.path.join(package, "target"))
        os.symlink(os.path.join(package, "target"), first)

    def to_folder_symlink():
        os.rename(os.path.join(package, "kernels"), os.path.join(package, "target"))
        os.symlink("target", os.path.join(package, "kernels"))

    def to_manifest_symlink():
        os.rename(manifest_file, os.path.join(package, "target"))
        os.symlink("target", manifest_file)

    def to_fifo(path):
        os.remove(path)
        os.mkfifo(path)

    def to_socket(path):
        os.remove(path)
        # The name of a socket may have some hundred bytes at most.
        here = os.getcwd()
        os.chdir(os.path.dirname(path))
        with socket.socket(socket.AF_UNIX) as it:
            it.bind(os.path.basename(path))
        os.chdir(here)

    def to_device(path):
        os.remove(path)
        try:
            os.mknod(path, 0o600 | stat.S_IFCHR, os.makedev(1, 5))
        except PermissionError:
            # Only root makes devices.
            os.mkfifo(path)

    def to_folder():
        os.remove(first)
        os.mkdir(first)

    case("changed byte", flip_byte)
    case("more bytes", append_byte)
    case("missing file", lambda: os.remove(first))
    case("symlink", to_symlink)
    case("symlink on the way", to_folder_symlink)
    case("symlink as manifest", to_manifest_symlink)
    case("pipe", lambda: to_fifo(first))
    case("socket", lambda: to_socket(first))
    case("device", lambda: to_device(first))
    case("pipe as manifest", lambda: to_fifo(manifest_file))
    case("folder", to_folder)
    case("no manifest", lambda: os.remove(manifest_file))

    # Values.
    manifest_case("wrong size", lambda m: set_all(m, size=1))
    manifest_case("huge size", lambda m: set_all(m, size=1 << 40))
    manifest_case("negative size", lambda m: set_all(m, size=-1))
    manifest_case("size as text", lambda m: set_all(m, size="1"))
    manifest_case("wrong digest", lambda m: set_all(m, sha256=hashlib.sha256(b"").hexdigest()))
    manifest_case("no digest", lambda m: set_all(m, sha256="ABC"))
    manifest_case("two digests", lambda m: m["kernels"][0]["binary"].update(sha256="0" * 64))
    path_case("absolute path", "/etc/passwd")
    path_case("dots", "kernels/../kernels/a.o")
    path_case("dots first", "../a.o")
    path_case("one dot", "./kernels/a.o")
    path_case("two slashes", "kernels//a.o")
    path_case("slash at the end", "kernels/")
    path_case("empty path", "")
    path_case("backslash", "kernels\\a.o")
    path_case("NUL", FIRST + "\0")
    path_case("manifest as binary", "binary_manifest.json")
    path_case("long path", "a" * 100000)
    path_case("control characters", "kernels/\x1b[31m\na.o")
    manifest_case("unknown field", lambda m: m.update(more=1))
    manifest_case("unknown field inside", lambda m: m["kernels"][1]["binary"].update(mode=1))
    manifest_case("unknown field with a long name", lambda m: m.update({"x" * 100000: 1}))
    manifest_case("missing field", lambda m: m["orchestration"].pop("display_name"))
    manifest_case("duplicate id", lambda m: m["kernels"][1].update(func_id=0))
    manifest_case("id too large", lambda m: m["kernels"][1].update(func_id=1 << 31))
    manifest_case("largest id", lambda m: m["kernels"][1].update(func_id=(1 << 31) - 1))
    manifest_case("negative id", lambda m: m["kernels"][1].update(func_id=-1))
    text_case("minus zero as id", json.dumps(MANIFEST).replace('"func_id": 0', '"func_id": -0'))
    manifest_case("fraction as id", lambda m: m["kernels"][1].update(func_id=1.5))
    manifest_case("truth as id", lambda m: m["kernels"][1].update(func_id=True))
    manifest_case("signature word", lambda m: m["kernels"][0].update(signature=["IN", "in"]))
    manifest_case("all words", lambda m: m["kernels"][0].update(signature="SCALAR IN OUT INOUT".split()))
    manifest_case("other schema", lambda m: m.update(schema=2))
    manifest_case("kernels are no list", lambda m: m.update(kernels={}))
    manifest_case("nested configuration", lambda m: m["runtime_config"].update(a=[1]))

    # Text.
    text = json.dumps(MANIFEST)
    text_case("duplicate key", text.replace('"schema": 1', '"schema": 1, "schema": 1'))
    text_case("duplicate key inside", text.replace('"func_id": 0', '"func_id": 0, "func_id": 0'))
    text_case("no JSON", "hello")
    text_case("empty", "")
    text_case("cut off", text[:100])
    text_case("more text", text + "{}")
    text_case("byte-order mark", b"\xef\xbb\xbf" + text.encode())
    text_case("no UTF-8", text.replace("decoder", "d\udcffcoder").encode("utf-8", "surrogateescape"))
    text_case("lone surrogate", text.replace("decoder", "d\\ud800coder"))
    text_case("nested lists", "[" * 1000000)
    text_case("nested objects", '{"a":' * 1000000)
    text_case("huge number", text.replace('"func_id": 0', '"func_id": 1' + "0" * 100000))
    text_case("long word", '"' + "x" * 1000000)
    limit = 16 << 20
    text_case("largest manifest", text + " " * (limit - len(text)))
    text_case("oversized manifest", text + " " * (limit - len(text) + 1))
    text_case("many elements", '{"kernels":[' + "0," * ((limit >> 1) - 10) + "0]}")


main()
