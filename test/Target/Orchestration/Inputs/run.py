"""Runs exported C++ on the stand-in for the runtime, for tests that read lines.

usage: run.py CXX PROGRAM.json ORCHESTRATION.cpp [--exact] [ARGUMENT..]

CXX may have options. PROGRAM.json is the export of the registrations of the same program. Each task
that is submitted must be one of its tasks, with the same ids and arguments; with
--exact, they are all of them, in order. Arguments, in order:

  tensor=D,D,..[:ELEMENT] | scalar=BITS | float=NUMBER

ELEMENT is what every element of every tensor reads as. Prints a line for the
number of arguments, each scope, allocation, and task. A tensor is arg0, arg1, ..,
alloc0, .., or task0.1, output 1 that task 0 lets the runtime make. record.py makes
records, which say more.
"""

import json
import re
import struct
import sys

from record import check_tasks, find_orchestration, record_file


def parse_inputs(arguments):
    inputs = {"tensors": [], "scalars": [], "data": [0, 0, 1]}
    for argument in arguments:
        kind, _, value = argument.partition("=")
        if kind == "tensor":
            dims, _, element = value.partition(":")
            inputs["tensors"].append(["ANY", dims.split(",")])
            if element:
                inputs["data"] = [1, int(element), 1]
        elif kind == "float":
            inputs["scalars"].append(struct.pack(">f", float(value)).hex())
        else:
            inputs["scalars"].append(f"{int(value):x}")
    return inputs


def format_lines(lines):
    names, words = {}, {"in": "input", "out": "output", "new": "output", "nodep": "no_dep"}

    def tensor(text):
        if text in names:  # The runtime makes it.
            return names[text][1]
        base, rest = re.match(r"([ap]\d+)(.*)", text).groups()
        view = re.sub(r"^\[[\d,]*\]", "", rest)
        return (names[base][0] if base in names else "arg" + base[1:]) + view

    for line in lines:
        if "alloc" in line:
            base, shape = line["alloc"], line["shape"]
            if "by" in line:
                names[base] = ("task{}.{}".format(*line["by"]), f"new {'x'.join(map(str, shape))}")
                continue
            names[base] = (f"alloc{base[1:]}", None)
            line = {"alloc": names[base][0], "type": DTYPES.index(line["dtype"]), "shape": shape,
                    **{key: line[key] for key in ("manual_dep", "init") if key in line}}
        elif "end" in line:
            line = {"scope": "end"}
        elif "task" in line:
            adds = [word.split()[0] for word in line["args"]]
            values = [tensor(word.split()[1]) for word in line["args"]]
            line = {"task": line["task"], "ids": [None if i < 0 else i for i in line["ids"]],
                    "adds": [words.get(word, word) for word in adds] + ["scalar"] * len(line["scalars"]),
                    "values": values + [str(bits) for bits in line["scalars"]],
                    **{key: value for key, value in line.items()
                       if key not in ("task", "ids", "args", "scalars")}}
            if "predicate" in line:
                operand, indices, operator, target = line["predicate"]
                line["predicate"] = f"{tensor(operand)}{indices} {operator} {target}"
        elif "read" in line or "ended" in line:
            continue
        yield json.dumps(line)


# In the order of the runtime's numbers.
DTYPES = ["FLOAT32", "FLOAT16", "BFLOAT16", "INT8", "INT16", "INT32", "INT64", "UINT8", "UINT16", "UINT32",
          "UINT64", "BOOL", "FP8E4M3FN", "FP8E8M0", "FP4E2M1"]


def main():
    cxx, registrations, source, *arguments = sys.argv[1:]
    exact = "--exact" in arguments
    inputs = parse_inputs(argument for argument in arguments if argument != "--exact")
    [lines] = record_file(cxx, source, [inputs])
    for line in format_lines(lines):
        print(line)
    problem = check_tasks(lines, find_orchestration(registrations, None), exact)
    if problem:
        print(problem, file=sys.stderr)
    return 1 if problem or lines[-1]["ended"] != 0 else 0


if __name__ == "__main__":
    sys.exit(main())
