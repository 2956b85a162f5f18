"""A builder that is killed while its Ninja compiles, and another one behind it.

usage: killed.py PLD_KERNELS PROJECT
"""

import os
import shlex
import shutil
import subprocess
import sys
import time

tool, project = sys.argv[1:]
os.chdir(project)

# Writes down when it starts and ends.
NINJA = """#!/bin/sh
echo start >>{log}
{ninja} "$@"
status=$?
echo end >>{log}
exit $status
"""


def lines(path):
    with open(path, encoding="utf-8") as file:
        return file.read().split()


def start():
    return subprocess.Popen(
        [tool, "build", "build", "-j", "1", "--ninja=./ninja"],
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )


def main():
    with open("ninja", "w", encoding="utf-8") as file:
        log = shlex.quote(os.path.join(project, "ninjas"))
        file.write(NINJA.format(ninja=shlex.quote(shutil.which("ninja")), log=log))
    os.chmod("ninja", 0o755)
    # What a compiler leaves behind when it is done: the server of a cache.
    with open("cc", encoding="utf-8") as file:
        compiler = file.read()
    daemon = "\n(exec sleep 60 <&- >/dev/null 2>&1) & echo $! >>\"$here/daemons\"\nexec "
    with open("cc", "w", encoding="utf-8") as file:
        file.write(compiler.replace("\nexec ", daemon))

    open("slow", "w", encoding="utf-8").close()
    builder = start()
    while not lines("log"):
        assert builder.poll() is None
        time.sleep(0.01)
    builder.kill()
    builder.wait(120)
    running = lines("ninjas")
    assert running.count("start") == running.count("end") + 1
    print("killed while Ninja compiles")

    assert start().wait(50) == 0
    depth = most = 0
    for line in lines("ninjas"):
        depth += 1 if line == "start" else -1
        most = max(most, depth)
    assert depth == 0
    print("Ninjas at once:", most)
    assert any(os.path.exists(f"/proc/{pid}") for pid in lines("daemons"))
    print("a daemon of a compiler holds no lock")
    for pid in lines("daemons"):
        subprocess.run(["kill", pid], stderr=subprocess.DEVNULL, check=False)

    assert os.path.exists("build/binary_context.json")
    before = lines("log")
    assert start().wait(50) == 0 and lines("log") == before
    print("in the end: nothing to do")


main()
