"""Writes an output of a tool to everything that a path may be a name of.

usage: outputs.py FOLDER NAME COMMAND..

`@OUT@` in the command is the output; a word `@STDOUT@` says that it has none, so that
the standard output is tried alone, and `@HOST@` that the program is not one of ours: it
need not survive a signal, nor see that its standard output is closed. Each failure must be one error that names the
output, with exit status 1, and must leave everything as it was.
"""

import os
import resource
import shutil
import stat
import subprocess
import sys
import threading

folder, name, *command = sys.argv[1:]
folder = os.path.join(os.path.abspath(folder), name)
FLAGS = ("@STDOUT@", "@HOST@")
OURS = "@HOST@" not in command
OUT = os.path.join(folder, "out")


def run(out, **options):
    words = [word.replace("@OUT@", out) for word in command if word not in FLAGS]
    options = {"stdout": subprocess.PIPE, **options}
    return subprocess.run(
        words, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, cwd=folder, timeout=120, check=False, **options
    )


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, text):
    with open(path, "wb") as file:
        file.write(text)


def fresh():
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)


def listing():
    return sorted((found, os.lstat(os.path.join(folder, found)).st_mode) for found in os.listdir(folder))


def fails(what, shown, out=OUT, **options):
    """The output cannot be written: one error, and nothing has changed."""
    before = listing(), os.path.isfile(out) and read(out)
    result = run(out, **options)
    error = result.stderr.decode()
    assert result.returncode == 1, (what, result)
    assert error.count("error: ") == 1 and error.count("cannot write") == 1, (what, error)
    assert f"{shown}: " in error and "LLVM ERROR" not in error, (what, error)
    assert (listing(), os.path.isfile(out) and read(out)) == before, what


def works(out, **options):
    result = run(out, **options)
    assert (result.returncode, result.stderr) == (0, b""), (out, result)
    return result.stdout


def limit_files():
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY))


def make_full_device(path):
    """Where a broken tool could only replace our own device."""
    try:
        os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, 7))
    except PermissionError:
        if os.geteuid() == 0:
            return False
        os.symlink("/dev/full", path)
    return True


def test_files():
    fresh()
    rest = works(OUT)
    expected = read(OUT)
    assert expected and os.listdir(folder) == ["out"]

    # Permissions stay; new files have those of the umask.
    write(OUT, b"x" * 100000)
    os.chmod(OUT, 0o604)
    works(OUT)
    assert read(OUT) == expected and os.stat(OUT).st_mode & 0o777 == 0o604
    os.remove(OUT)
    works(OUT, preexec_fn=lambda: os.umask(0o027))
    assert os.stat(OUT).st_mode & 0o777 == 0o640
    write(OUT, b"old")
    if os.geteuid() != 0:
        os.chmod(OUT, 0o400)
        fails("a file that may not be written", f"'{OUT}'")
        os.chmod(OUT, 0o600)

    # Links stay links, also one to a file that does not exist yet.
    os.mkdir(f"{folder}/sub")
    os.symlink("sub/target", f"{folder}/link")
    os.symlink("link", f"{folder}/first")
    for _ in range(2):
        works(f"{folder}/first")
        assert os.readlink(f"{folder}/link") == "sub/target" and os.path.islink(f"{folder}/first")
        assert read(f"{folder}/sub/target") == expected
        write(f"{folder}/sub/target", b"old")
    os.symlink("circle", f"{folder}/circle")
    fails("a circle", f"'{folder}/circle'", f"{folder}/circle")

    # No room.
    if OURS:
        fails("no room for an old file", f"'{OUT}'", preexec_fn=limit_files)
        assert read(OUT) == b"old"
        fails("no room for a new file", f"'{folder}/new'", f"{folder}/new", preexec_fn=limit_files)
    fails("no folder", f"'{folder}/none/out'", f"{folder}/none/out")
    fails("a folder", f"'{folder}/sub'", f"{folder}/sub")
    return expected, rest


def test_others(expected, rest):
    """What is not a file is written to, and stays."""
    fresh()
    os.mkfifo(OUT)
    found = []
    reader = threading.Thread(target=lambda: found.append(read(OUT)))
    reader.start()
    works(OUT)
    reader.join()
    assert found == [expected] and stat.S_ISFIFO(os.lstat(OUT).st_mode)

    fresh()
    if make_full_device(OUT):
        before = os.stat(OUT)
        fails("a full device", f"'{OUT}'")
        os.symlink("out", f"{folder}/link")
        fails("a link to a full device", f"'{folder}/link'", f"{folder}/link")
        now = os.stat(OUT)
        assert (now.st_mode, now.st_rdev) == (before.st_mode, before.st_rdev)

    # The standard output by its names.
    assert sorted(works("/dev/fd/1")) == sorted(expected + rest)
    write(f"{folder}/log", b"first ")
    with open(f"{folder}/log", "ab") as log:
        works("/dev/fd/1", stdout=log)
    assert sorted(read(f"{folder}/log")) == sorted(b"first " + expected + rest)


def test_standard_output(to_standard):
    """`to_standard` is a path that means it, or nothing if there is no choice."""
    fresh()
    closed = {"stdout": None, "preexec_fn": lambda: os.close(1)}
    with open("/dev/full", "wb") as full:
        fails("a full standard output", "", to_standard, stdout=full)
    if OURS:
        fails("a closed standard output", "", to_standard, **closed)
    assert os.listdir(folder) == []


def main():
    if "@STDOUT@" in command:
        test_standard_output("")
    else:
        test_others(*test_files())
        test_standard_output("-")
    shutil.rmtree(folder)
    print(f"{name}: right")


main()
