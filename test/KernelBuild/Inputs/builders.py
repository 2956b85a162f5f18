"""Several builders of one folder at once, and one that is killed.

usage: builders.py PLD_KERNELS PROJECT
"""

import os
import signal
import subprocess
import sys
import time

tool, project = sys.argv[1:]
os.chdir(project)


def count():
    with open("log", encoding="utf-8") as file:
        return len(file.readlines())


def start():
    return subprocess.Popen(
        [tool, "build", "build"], stdout=subprocess.DEVNULL, start_new_session=True
    )


def main():
    open("slow", "w", encoding="utf-8").close()
    builders = [start() for _ in range(4)]
    assert [builder.wait(120) for builder in builders] == [0] * 4
    print("at once:", count(), "compiled")
    assert os.path.exists("build/binary_context.json")

    # A change, and a builder that is gone in the middle of it.
    with open("include/task.h", "a", encoding="utf-8") as file:
        file.write("// another line\n")
    before = count()
    builder = start()
    while count() == before:
        assert builder.poll() is None
        time.sleep(0.01)
    os.killpg(builder.pid, signal.SIGKILL)
    builder.wait(120)
    assert not os.path.exists("build/binary_context.json")
    os.remove("slow")
    assert start().wait(120) == 0
    assert os.path.exists("build/binary_context.json")
    print("after a killed one: complete")
    # A compiler of the killed builder may still write its object, with the same
    # bytes; Ninja then makes it once more.
    for _ in range(100):
        before = count()
        assert start().wait(120) == 0
        if count() == before:
            print("in the end: nothing to do")
            return


main()
