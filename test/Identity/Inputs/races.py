#!/usr/bin/env python3
"""Files that change at a bad moment, programs that are killed, and files that
mean harm. Usage: races.py TOOL FOLDER
"""

import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import threading
import time

import example
import reference

TOOL = sys.argv[1]
FOLDER = pathlib.Path(sys.argv[2]).resolve()
ROOT = FOLDER / "root"
FILE = ROOT / "obs.json"
OUT = FOLDER / "out" / "registry.json"
COMMAND = [TOOL, "build", f"--observations={FILE}", f"--out={OUT}"]
RANDOM = random.Random(1)
MEMORY = 200 << 20  # of a small build; most of it is the libraries
SANITIZED = "asan" in TOOL or "ASAN_OPTIONS" in os.environ


def write_set(*evidence, rows=()):
    document = example.make_document(ROOT)
    document["evidence_files"] += reference.describe_evidence(ROOT, *evidence)
    document["observations"] += rows
    FILE.write_text(json.dumps(reference.seal(document)))


def run(command=COMMAND):
    """Status, error, and the peak of memory in bytes."""
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    error = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, error, usage.ru_maxrss * 1024


class Meanwhile:
    """Does something again and again while a block runs."""

    def __init__(self, action):
        self.action = action
        self.done = False
        self.thread = threading.Thread(target=self.loop)

    def loop(self):
        while not self.done:
            self.action()

    def __enter__(self):
        self.thread.start()

    def __exit__(self, *_):
        self.done = True
        self.thread.join()


def test_kill():
    """There is no output, or all of it, and nothing else."""
    rows = example.make_document(ROOT)["observations"]
    more = [
        {**row, "operator_id": f"op{i}", "identity": {"n": i, "row": j}}
        for i in range(3000) for j, row in enumerate(rows)
    ]
    write_set(rows=more)
    start = time.monotonic()
    assert run()[0] == 0
    duration = time.monotonic() - start
    expected = OUT.read_bytes()
    kept = killed = 0
    for number in range(15):
        OUT.unlink(missing_ok=True)
        process = subprocess.Popen(COMMAND, stdout=subprocess.DEVNULL)
        time.sleep(duration * RANDOM.uniform(0.3, 1.05))
        process.send_signal(signal.SIGKILL)
        killed += process.wait() == -signal.SIGKILL
        found = os.listdir(OUT.parent)
        assert found in ([], [OUT.name]), found
        if found:
            kept += 1
            assert OUT.read_bytes() == expected
    assert killed, "never in time"
    OUT.unlink(missing_ok=True)


def test_writer():
    """A file that appears during the build is not replaced."""
    outcomes = set()
    for number in range(20):
        OUT.unlink(missing_ok=True)
        process = subprocess.Popen(
            COMMAND, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        time.sleep(0.3 * number / 20)
        try:
            with open(OUT, "x") as file:
                file.write("mine")
            wins = True
        except FileExistsError:
            wins = False
        error = process.communicate()[1]
        outcomes.add(wins)
        assert (OUT.read_text() == "mine") == wins
        assert process.returncode == (2 if wins else 0), error
        if wins:
            message = f"the output '{OUT}' exists; nothing is ever replaced"
            assert error == f"pld-identity: error: {message}\n", error
    assert True in outcomes
    OUT.unlink()


def test_change():
    """Evidence that is written to while it is read, if only the same bytes."""
    big = ROOT / "big"
    big.write_bytes(b"x" * (64 << 20))
    write_set("big")
    with open(big, "r+b", buffering=0) as file:
        with Meanwhile(lambda: (file.seek(0), file.write(b"x"), time.sleep(0.001))):
            # On a busy machine the writer may never have its turn.
            for _ in range(10):
                status, error, _ = run()
                if status:
                    break
                OUT.unlink()
    message = "evidence file 'big' changed while it was read"
    assert (status, error) == (2, f"pld-identity: error: {message}\n"), error
    assert run()[0] == 0  # now nobody writes
    OUT.unlink()


def test_link():
    """A folder that becomes a link out of the root, and back. What is described
    is the file outside: nobody who stays inside can read it."""
    inside, outside = ROOT / "inside", FOLDER / "outside"
    for folder, text in ((inside, "inside!"), (outside, "outside")):
        folder.mkdir()
        (folder / "file").write_text(text)
    swing, spare = ROOT / "swing", ROOT / "spare"
    swing.symlink_to(outside)
    write_set("swing/file")
    swing.unlink()
    shutil.copytree(inside, swing)
    spare.symlink_to(outside)
    (ROOT / "third").mkdir()

    def turn():
        third = ROOT / "third" / "x"
        os.rename(swing, third)
        os.rename(spare, swing)
        os.rename(third, spare)

    errors = set()
    with Meanwhile(turn):
        for _ in range(30):
            status, error, _ = run()
            assert status == 2 and not OUT.exists(), "outside was read"
            errors.add(error.split(":")[2].strip())
    assert errors <= {
        "evidence file changed",
        "evidence file 'swing/file' is outside of the root",
        "evidence file 'swing/file' does not exist",
        "cannot open evidence file 'swing/file'",
        "cannot read evidence file 'swing/file'",
    }, errors


def test_hostile():
    """A gigabyte that is no such file is given up at its start."""
    identity = b'{"observations":[{"identity":{"x":'
    for start, repeated, message in (
        (b"", b"[", "expected an object"),
        (b"", b"[],", "expected an object"),
        (identity, b"[", f"invalid JSON at byte {len(identity) + 508}: nested deeper than 512"),
        (b'{"observations":[', b"0,", "observations[0]: expected an object"),
        (b'{"observations":[', b"[],", "observations[0]: expected an object"),
        (b'{"observations":[', b"{},", "observations[0]: there is no field 'alignment_id'"),
        (b'{"evidence_files":[', b"0,", "evidence_files[0]: expected an object"),
        (b"{", b'"":0,', "unknown field ''"),
    ):
        write_set()
        with open(FILE, "wb") as file:
            # All but the start is a hole: what is read is in the first block.
            file.write(start + repeated * ((4 << 20) // len(repeated)))
            file.truncate(1 << 30)
        began = time.monotonic()
        status, error, memory = run()
        message = f"observations file 'obs.json': {message}"
        assert (status, error) == (2, f"pld-identity: error: {message}\n"), error
        assert SANITIZED or memory < MEMORY, memory
        assert SANITIZED or time.monotonic() - began < 20
        FILE.unlink()

    registry = FOLDER / "registry.json"
    for member in ("entries", "forward_index", "blockers", "evidence_files"):
        with open(registry, "wb") as file:
            file.write(f'{{"{member}":['.encode() + b"0," * (2 << 20))
            file.truncate(1 << 30)
        status, error, memory = run([TOOL, "validate", f"--registry={registry}"])
        message = f"registry '{registry}': {member}[0]: expected an object"
        assert (status, error) == (2, f"pld-identity: error: {message}\n"), error
        assert SANITIZED or memory < MEMORY, memory
    registry.unlink()

    # Evidence is streamed.
    os.truncate(os.open(ROOT / "sparse", os.O_CREAT | os.O_WRONLY), 300 << 20)
    write_set("sparse")
    status, error, memory = run()
    assert status == 0, error
    assert SANITIZED or memory < MEMORY, memory
    OUT.unlink()


def test_large():
    """Evidence beyond 4 GiB, of which the digest is right; nearly all is a hole."""
    with open(ROOT / "large", "wb") as file:
        file.write(b"start")
        file.truncate(5 << 30)
        file.seek(0, os.SEEK_END)
        file.write(b"end")
    write_set("large")  # hashlib says what the digest is
    status, error, memory = run()
    assert status == 0, error
    assert SANITIZED or memory < MEMORY, memory
    entry = next(e for e in json.loads(OUT.read_text())["evidence_files"] if e["path"] == "large")
    assert entry["size_bytes"] == (5 << 30) + 3
    OUT.unlink()
    with open(ROOT / "large", "r+b") as file:
        file.seek((4 << 30) + 1)
        file.write(b"x")
    status, error, _ = run()
    assert status == 2 and "evidence file changed: 'large' has the fingerprint" in error, error
    (ROOT / "large").unlink()


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    ROOT.mkdir(parents=True)
    for test in (test_kill, test_writer, test_change, test_link, test_hostile):
        test()
    if os.environ.get("PLD_SLOW_TESTS") == "1":
        test_large()
        print("evidence of 5 GiB is streamed")
    shutil.rmtree(FOLDER)
    print("no race was lost")


main()
