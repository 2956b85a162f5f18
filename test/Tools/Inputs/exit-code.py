"""Runs a program and checks its exit code: exit-code.py CODE PROGRAM ARG.."""

import subprocess
import sys

done = subprocess.run(sys.argv[2:], capture_output=True, text=True)
if done.returncode != int(sys.argv[1]):
    sys.exit(f"exit code {done.returncode}, not {sys.argv[1]}: {done.stdout}{done.stderr}")
