"""What counts as a difference of two runs, and what does not."""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, os.pardir))

from pipelines import compare  # pylint: disable=wrong-import-position

KERNELS = {"kernels": [{"func_id": i, "name": name, "core_type": "aiv"} for i, name in enumerate("kl")],
           "tasks": [{"slots": None, "ids": [i], "adds": ["input", "scalar"]} for i in range(2)]}
AUTO, MANUAL = {"scope": "auto"}, {"scope": "manual"}
NEW = {"alloc": "a0", "dtype": "FLOAT32", "shape": [4], "scope": 0}
OTHER = {"alloc": "a1", "dtype": "FLOAT32", "shape": [4], "scope": 0}
READ = {"read": "p0[4]", "at": 1, "value": "7"}


def task(tensor="p0[4]", bits=1, ids=(0,), **others):
    return {"task": "aiv", "ids": list(ids), "args": [f"in {tensor}"], "scalars": [bits], **others}


def end(number):
    return {"end": number}


def differ(before, after, renames=None):
    start, done = {"expected_arg_count": 2}, {"ended": 0}
    return compare([start, *before, done], [start, *after, done], (KERNELS, KERNELS), renames or {})


SAME = [
    ([task()], [task()], None),
    ([READ, task()], [task()], None),
    ([OTHER, NEW, task("a0[4]")], [{**NEW, "alloc": "a1"}, task("a1[4]")], None),
    ([task(), task(deps=[0, 0])], [task(), task(deps=[0])], None),
    ([AUTO, end(1), task(), MANUAL, task(), end(2)], [task(), MANUAL, task(), end(1)], None),
    ([AUTO, AUTO, task(), end(2), end(1)], [task()], None),
    ([AUTO, AUTO, {**NEW, "scope": 2}, task("a0[4]"), end(2), task(), end(1)],
     [AUTO, {**NEW, "scope": 1}, task("a0[4]"), end(1), task()], None),
    ([task(ids=[0]), task(ids=[1])], [task(ids=[0]), task(ids=[0])], {"l": "k"}),
]
DIFFERENT = [
    ([task()], [], None),
    ([task()], [task(), task()], None),
    ([task(bits=0xffffffff)], [task(bits=0xffffffffffffffff)], None),
    ([task()], [task("p0[4]m")], None),
    ([task()], [task("p1[4]")], None),
    ([task(), task(deps=[0])], [task(), task()], None),
    ([task()], [task(early_resolve=True)], None),
    ([task()], [READ, task()], None),
    ([READ, task()], [task(), READ], None),
    ([READ, task()], [{**READ, "value": "8"}, task()], None),
    ([NEW, task("a0[4]")], [{**NEW, "shape": [2]}, task("a0[4]")], None),
    ([task(), AUTO, task(), end(1)], [task(), task()], None),
    ([MANUAL, task(), end(1)], [task()], None),
    ([AUTO, {**NEW, "scope": 1}, task("a0[4]"), end(1), task()],
     [NEW, AUTO, task("a0[4]"), end(1), task()], None),
    ([task(ids=[0]), task(ids=[1])], [task(ids=[0]), task(ids=[0])], None),
    ([task(ids=[0])], [task(ids=[2])], None),
    ([task()], [task(), {"error": "a dependency is not a task"}], None),
]
for runs in SAME:
    assert differ(*runs) is None, (runs, differ(*runs))
for runs in DIFFERENT:
    assert differ(*runs) is not None, runs
print(f"{len(SAME)} are the same, {len(DIFFERENT)} differ")
