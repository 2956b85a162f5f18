#!/usr/bin/env python3
"""Counts what is in the programs of the corpus, and in what becomes of them.

usage: import-counts.py --bin DIR --corpus DIR [PROGRAM..]

The importer may not lose, double or rename anything: functions, calls and
submits by their callee, operators by name, loops, branches and scopes are as
many in the imported module as in the file. The file is read here with nothing
of this project. Exit status 1 when a number differs, 77 without a corpus or
without Python's msgpack.
"""

import argparse
import collections
import concurrent.futures
import os
import re
import subprocess
import sys

try:
    import msgpack
except ImportError:
    sys.exit(77)

# Fields of an expression that hold others.
OPERANDS = ["left", "right", "operand", "tuple", "core_num", "predicate"]
OPERAND_LISTS = ["args", "deps", "elements"]
# Fields of a statement that hold expressions, and statements.
VALUES = ["value", "expr", "condition", "start", "stop", "step", "core_num"]
BODIES = ["stmts", "then_body", "else_body", "body"]
CONTROL = {"ForStmt": "scf.for", "WhileStmt": "scf.while", "IfStmt": "scf.if"}


class Program:
    """Counts what a file has."""

    def __init__(self, file):
        with open(file, "rb") as f:
            root = msgpack.unpackb(f.read(), strict_map_key=False)
        self.nodes = {}
        todo = [root]
        while todo:
            x = todo.pop()
            if isinstance(x, dict):
                if "fields" in x and "id" in x:
                    self.nodes[x["id"]] = x
                todo += x.values()
            elif isinstance(x, list):
                todo += x
        self.counts = collections.Counter()
        for entry in self.resolve(root)["fields"]["functions"]:
            self.counts["pld.func"] += 1
            self.statement(self.resolve(entry["value"])["fields"]["body"])

    def resolve(self, x):
        return self.nodes[x["ref"]] if "ref" in x else x

    def expression(self, x):
        """An expression counts wherever it is used, shared or not."""
        node = self.resolve(x)
        fields = node["fields"]
        if node["type"] in ("Call", "Submit"):
            op = fields["op"]
            kind = "pld." + node["type"].lower() + " @" if op["is_global_var"] else ""
            self.counts[kind + op["name"]] += 1
        for name in OPERANDS:
            if fields.get(name):
                self.expression(fields[name])
        for name in OPERAND_LISTS:
            for x in fields.get(name) or []:
                self.expression(x)
        for entry in fields.get("attrs") or []:
            value = entry["value"]
            if isinstance(value, dict) and value["type"] in ("Var", "Expr"):
                self.expression(value["value"])
            elif isinstance(value, dict) and value["type"] == "VarList":
                for x in value["value"]:
                    self.expression(x)

    def statement(self, x):
        node = self.resolve(x)
        fields = node["fields"]
        if node["type"] in CONTROL:
            self.counts[CONTROL[node["type"]]] += 1
        elif node["type"].endswith("ScopeStmt"):
            self.counts["scope"] += 1
        elif node["type"] == "InlineStmt":
            self.counts["pld.inline_source"] += 1
            return
        for x in fields.get("iter_args", []):
            self.expression(self.resolve(x)["fields"]["initValue"])
        for name in VALUES:
            value = fields.get(name) or []
            for x in value if isinstance(value, list) else [value]:
                self.expression(x)
        for name in BODIES:
            body = fields.get(name) or []
            for x in body if isinstance(body, list) else [body]:
                self.statement(x)


OPERATION = re.compile(r'\s*(?:%[^=]* = )?((?:pld|scf)\.[\w.]+)(?: "([^"]*)"| @([\w$.-]+))?')


def count_module(text, expected):
    counts = collections.Counter()
    for line in text.splitlines():
        match = OPERATION.match(line)
        if not match:
            continue
        name, operator, callee = match.groups()
        if name in ("pld.func", "pld.inline_source") or name in CONTROL.values():
            counts[name] += 1
        elif name in ("pld.call", "pld.submit"):
            counts[f"{name} @{callee}"] += 1
        elif name == "pld.intrinsic":
            counts[operator] += 1
        elif name.endswith("_scope"):
            counts["scope"] += 1
        elif name.count(".") == 2:
            # An operator with an operation of its own may have the prefix itself.
            counts[name if name in expected else name[len("pld."):]] += 1
    return counts


def check(tool, file):
    """The counts of a program, and how those of the module differ."""
    expected = Program(file).counts
    done = subprocess.run([tool, "--import-pypto", file], capture_output=True, text=True,
                          errors="replace")
    if done.returncode != 0 or done.stderr:
        return expected, done.stderr.strip()[:500]
    actual = count_module(done.stdout, expected)
    return expected, ", ".join(f"{name}: {expected[name]} in the file, {actual[name]} imported"
                               for name in sorted(set(expected) | set(actual))
                               if expected[name] != actual[name])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--corpus", required=True)
    parser.add_argument("programs", nargs="*")
    args = parser.parse_args()
    args.corpus = os.environ.get("PLD_CORPUS", args.corpus)
    if not os.path.isdir(args.corpus):
        print(f"no corpus at {args.corpus}")
        return 77
    files = args.programs or sorted(
        os.path.join(folder, name) for folder, _, names in os.walk(args.corpus)
        for name in names if name.endswith(".msgpack"))
    tool = os.path.join(args.bin, "pld-translate")
    total, failed = collections.Counter(), 0
    with concurrent.futures.ProcessPoolExecutor() as pool:
        for file, (counts, problem) in zip(files, pool.map(check, [tool] * len(files), files,
                                                           chunksize=8)):
            total += counts
            if problem:
                failed += 1
                print(f"{os.path.relpath(file, args.corpus)}: {problem}")
    print(f"{len(files)} programs with {total['pld.func']} functions and "
          f"{sum(total.values()) - total['pld.func']} operations, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
