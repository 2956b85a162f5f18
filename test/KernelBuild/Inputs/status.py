"""Prints the exit status of wrong usage and of missing inputs.

usage: status.py PLD_KERNELS
"""

import subprocess
import sys

for line in (
    "",
    "other",
    "plan",
    "plan r.json",
    "plan r.json --contract=c.json --other",
    "plan r.json --contract=c.json --source=k",
    "plan r.json --contract=c.json --source==f",
    "pack folder",
    "build a b",
    "verify no-such-folder",
    "plan no-such-file --contract=no-such-file",
):
    run = subprocess.run([sys.argv[1], *line.split()], capture_output=True, encoding="utf-8")
    assert run.stdout == "" and run.stderr != "", line
    print(f"{line}: {run.returncode}")
