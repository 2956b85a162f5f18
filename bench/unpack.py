"""Times `msgpack.unpackb`, for run.py; needs the C version of msgpack.

usage: unpack.py FILE RUNS

Prints one JSON object: for each run what decoding took as it is, and with
Python's garbage collector off.
"""

import gc
import json
import sys
import time

from msgpack import _cmsgpack  # not the slow one in Python


def measure(data):
    wall, cpu = time.perf_counter(), time.process_time()
    value = _cmsgpack.unpackb(data)
    times = {
        "wall_ms": (time.perf_counter() - wall) * 1e3,
        "cpu_ms": (time.process_time() - cpu) * 1e3,
    }
    del value
    return times


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    runs = {"unpack": [], "unpack_without_gc": []}
    for _ in range(int(sys.argv[2])):
        runs["unpack"].append(measure(data))
        gc.disable()
        runs["unpack_without_gc"].append(measure(data))
        gc.enable()
    json.dump(runs, sys.stdout)


if __name__ == "__main__":
    main()
