"""Runs the passes of a table on a program, one by one and then all.

Prints of each whether dispatches and what is around them stay.
"""

import re
import subprocess
import sys

table, tool, program = sys.argv[1:]
# Reordered, or emptied: what matters is which dispatch is inside of what.
kept = re.compile(
    r"pld\.(?:call|submit|func|break|continue|early_return|bind_symbol|symbol_value"
    r"|loop_scope|iteration_scope|runtime_scope)\b[^@\n]*(?:@[\w.$]+)?"
    r"|scf\.\w+"
    r"|\}"
)


def read_passes():
    with open(table, encoding="utf-8") as file:
        section = file.read().split("## Which passes can run")[1].split("\n## ")[0]
    for row in re.findall(r"^\| (`[^|]*) \|", section, re.MULTILINE):
        yield from re.findall(r"`([^`]+)`", row)


def run(passes):
    options = [f"--{name}" for name in passes]
    result = subprocess.run(
        [tool, *options, "--mlir-print-local-scope", program], capture_output=True, text=True
    )
    if result.returncode:
        return None
    # Without the names of values.
    lines = [re.sub(r"%[\w#:]+", "%", line) for line in kept.findall(result.stdout)]
    return lines


names = list(read_passes())
expected = run([])
assert len(names) > 10 and expected
for what, passes in [*((name, [name]) for name in names), ("all of them", names)]:
    found = run(passes)
    print(f"{what}: {'error' if found is None else 'same' if found == expected else 'other'}")
