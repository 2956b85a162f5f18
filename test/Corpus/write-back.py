#!/usr/bin/env python3
"""Checks what `pld dedup` writes in PyPTO's form, on the corpus of real programs.

usage: write-back.py --bin DIR --corpus DIR [--jobs N] [PROGRAM..]

For every file: the result imports again and equals the deduplicated module (the
driver's --verify); a comparison of the two trees finds nothing but renamed
callees, dropped functions and mended doubles; in PyPTO's own order each node is
defined before it is referred to, with the next number; and a file in which
nothing is merged or mended is the same, byte for byte.

Exit status 1 when something differs, 77 without a corpus.
"""

import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

try:
    import msgpack
except ImportError:
    print("skipped: there is no Python module msgpack")
    sys.exit(77)

sys.setrecursionlimit(100000)

# The order in which PyPTO's writer goes through the fields of a node, a type, or
# a map that is a field; other fields follow by name.
ORDER = {
    "AssignStmt": ["var", "value"],
    "ForStmt": ["loop_var", "start", "stop", "step", "iter_args", "body", "return_vars"],
    "WhileStmt": ["iter_args", "condition", "body", "return_vars"],
    "IfStmt": ["condition", "then_body", "else_body", "return_vars"],
    "Function": ["params", "attrs", "return_types", "body"],
    "Submit": ["type", "args", "deps", "core_num", "predicate", "attrs"],
    "TensorType": ["shape"],
    "DistributedTensorType": ["shape"],
    "TileType": ["shape"],
    "tile_view": ["valid_shape"],
}


class Failure(Exception):
    """What is wrong with a file."""


def is_node(tree):
    return isinstance(tree, dict) and tree.keys() == {"fields", "id", "type"}


def is_ref(tree):
    return isinstance(tree, dict) and tree.keys() == {"ref"}


def find_nodes(tree, nodes):
    """All definitions of a tree by id."""
    stack = [tree]
    while stack:
        part = stack.pop()
        if is_node(part):
            if part["id"] in nodes:
                raise Failure(f"node {part['id']} is defined twice")
            nodes[part["id"]] = part
        if isinstance(part, dict):
            stack.extend(part.values())
        elif isinstance(part, list):
            stack.extend(part)
    return nodes


def check_order(tree, name="", seen=None):
    """Definitions come first and are numbered in the order of PyPTO's writer."""
    seen = [0] if seen is None else seen
    if is_ref(tree):
        if tree["ref"] >= seen[0]:
            raise Failure(f"node {tree['ref']} is referred to before it is defined")
    elif is_node(tree):
        if tree["id"] != seen[0]:
            raise Failure(f"node {tree['id']} should have the number {seen[0]}")
        seen[0] += 1
        kind = tree["type"]
        order = ORDER.get(kind, ["body", "attrs"] if kind.endswith("ScopeStmt") else ["type"])
        check_fields(tree["fields"], order, seen)
    elif isinstance(tree, dict):
        check_fields(tree, ORDER.get(tree.get("type_kind", name), []), seen)
    elif isinstance(tree, list):
        for element in tree:
            check_order(element, name, seen)
    return seen[0]


def check_fields(fields, order, seen):
    if list(fields) != sorted(fields):
        raise Failure(f"keys are not sorted: {list(fields)}")
    for key in order + [key for key in fields if key not in order]:
        if key in fields:
            check_order(fields[key], key, seen)


class Comparison:
    """Walks the trees before and after side by side."""

    def __init__(self, before, after, renames):
        self.renames = renames
        self.nodes = find_nodes(before, {}), find_nodes(after, {})
        self.pairs = {}, {}
        self.renamed = self.mended = 0
        self.compare(before, after, "program")

    def resolve(self, tree, side):
        return self.nodes[side][tree["ref"]] if is_ref(tree) else tree

    def fail(self, where, before, after):
        raise Failure(f"{where}: {str(before)[:80]} became {str(after)[:80]}")

    def compare(self, before, after, where):
        before, after = self.resolve(before, 0), self.resolve(after, 1)
        if is_node(before) and is_node(after):
            ids = before["id"], after["id"]
            known = self.pairs[0].get(ids[0]), self.pairs[1].get(ids[1])
            if known == (ids[1], ids[0]):
                return
            if known != (None, None) or before["type"] != after["type"]:
                self.fail(where, ids[0], ids[1])
            self.pairs[0][ids[0]], self.pairs[1][ids[1]] = ids[1], ids[0]
            self.compare_fields(before["type"], before["fields"], after["fields"])
        elif type(before) is not type(after):
            self.fail(where, before, after)
        elif isinstance(before, dict):
            if list(before) != list(after):
                self.fail(where, list(before), list(after))
            for key in before:
                self.compare(before[key], after[key], f"{where}.{key}")
        elif isinstance(before, list):
            if len(before) != len(after):
                self.fail(where, len(before), len(after))
            for old, new in zip(before, after):
                self.compare(old, new, where)
        elif repr(before) != repr(after):
            self.fail(where, before, after)

    def rename(self, name):
        self.renamed += name in self.renames
        return self.renames.get(name, name)

    def compare_fields(self, kind, before, after):
        before = dict(before)
        if kind == "Program":
            before["functions"] = [entry for entry in before["functions"]
                                   if entry["key"]["name"] not in self.renames]
        elif kind in ("Call", "Submit"):
            op = before["op"]
            if op["is_global_var"]:
                before["op"] = {**op, "name": self.rename(op["name"])}
            elif "kwargs" in before:
                before["kwargs"] = [self.change(old, new) for old, new in
                                    zip(before["kwargs"], after["kwargs"])]
        self.compare(before, after, kind)

    def change(self, before, after):
        value, new = before["value"], after["value"]
        if before["key"] == "peer_func":
            value = self.rename(value)
        elif type(value) is int and type(new) is float and value == new:
            self.mended += 1
            value = new
        return {**before, "value": value}


def check(path, args, folder):
    name = os.path.relpath(path, args.corpus)
    stem = os.path.join(folder, name.replace("/", "_"))
    command = [os.path.join(args.bin, "pld"), "dedup", path, "-o", stem,
               f"--report={stem}.json", "--verify"]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    if done.returncode != 0:
        raise Failure(f"exit status {done.returncode}: {done.stderr.strip()[:500]}")
    with open(path, "rb") as file:
        before = file.read()
    with open(stem, "rb") as file:
        after = file.read()
    with open(f"{stem}.json", encoding="utf-8") as file:
        renames = json.load(file)["renames"]
    os.remove(stem)
    new = msgpack.unpackb(after, strict_map_key=False)
    count = check_order(new)
    result = Comparison(msgpack.unpackb(before, strict_map_key=False), new, renames)
    if count != len(result.nodes[1]):
        raise Failure(f"{len(result.nodes[1])} nodes, but {count} are reached")
    if not renames and not result.mended and before != after:
        raise Failure("nothing was to change, but the bytes differ")
    return len(renames), result.renamed, result.mended


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--corpus", required=True)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("programs", nargs="*")
    args = parser.parse_args()
    if not os.path.isdir(args.corpus):
        print(f"skipped: there is no corpus at {args.corpus}")
        return 77
    files = sorted(os.path.join(folder, name)
                   for folder, _, names in os.walk(args.corpus)
                   for name in names if name.endswith(".msgpack"))
    if args.programs:
        files = [file for file in files if any(word in file for word in args.programs)]
    totals, failures = [0, 0, 0], 0
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ProcessPoolExecutor(args.jobs) as pool:
        jobs = {pool.submit(check, file, args, folder): file for file in files}
        for job, file in jobs.items():
            try:
                totals = [a + b for a, b in zip(totals, job.result())]
            except Failure as failure:
                failures += 1
                print(f"{os.path.relpath(file, args.corpus)}: {failure}")
    print(f"{len(files)} files: {totals[0]} functions dropped, {totals[1]} references renamed, "
          f"{totals[2]} doubles mended, {failures} failures")
    return 1 if failures or not files else 0


if __name__ == "__main__":
    sys.exit(main())
