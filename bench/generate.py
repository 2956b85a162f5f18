#!/usr/bin/env python3
"""Writes a synthetic program as PyPTO would serialise it, for the benchmarks.

The program is a model of many equal layers. The kernels of each layer were
outlined by themselves: most of them come again in every layer under another
name, one in each layer has a constant of its own. The same arguments give the
same bytes. Only the standard library is used.
"""

import argparse
import struct

INDEX, FLOAT = 0x15, 0x34  # codes of element types
ORCHESTRATION, INCORE = 1, 2  # kinds of functions
CHIP, CHIP_DIE = 4, 3  # levels of the machine
IN, OUT = 0, 1  # directions of parameters
ROWS, COLUMNS, BLOCK = 512, 4096, 64


# ---------------------------------------------------------------------------
# MessagePack
# ---------------------------------------------------------------------------


class Node:
    """A node of the program. `fields` are in the order of PyPTO's descriptors."""

    __slots__ = ("kind", "fields")

    def __init__(self, kind, /, **fields):
        self.kind, self.fields = kind, fields


class Writer:
    """Writes values; a node is written out where it comes first in the order of
    descriptors, and as a reference elsewhere. Keys are sorted, so that the
    definition can come after a reference in the file."""

    def __init__(self):
        self.ids = {}

    def pack(self, value):
        if isinstance(value, Node):
            return self.pack_node(value)
        if isinstance(value, dict):
            return self.pack_map({key: self.pack(item) for key, item in value.items()})
        if isinstance(value, (list, tuple)):
            return pack_size(len(value), 0x90, 15, None, b"\xdc", b"\xdd") + b"".join(
                [self.pack(item) for item in value]
            )
        return pack_scalar(value)

    def pack_node(self, node):
        if node in self.ids:
            return self.pack_map({"ref": pack_scalar(self.ids[node])})
        number = self.ids[node] = len(self.ids)
        fields = {key: self.pack(value) for key, value in node.fields.items()}
        return self.pack_map(
            {
                "fields": self.pack_map(fields),
                "id": pack_scalar(number),
                "type": pack_scalar(node.kind),
            }
        )

    @staticmethod
    def pack_map(entries):
        parts = [pack_size(len(entries), 0x80, 15, None, b"\xde", b"\xdf")]
        for key in sorted(entries):
            parts += (pack_scalar(key), entries[key])
        return b"".join(parts)


def pack_size(size, small, limit, code8, code16, code32):
    if size <= limit:
        return bytes([small | size])
    if code8 and size < 1 << 8:
        return code8 + struct.pack(">B", size)
    if size < 1 << 16:
        return code16 + struct.pack(">H", size)
    return code32 + struct.pack(">I", size)


def pack_scalar(value):
    if value is None:
        return b"\xc0"
    if isinstance(value, bool):
        return b"\xc3" if value else b"\xc2"
    if isinstance(value, float):
        return b"\xcb" + struct.pack(">d", value)
    if isinstance(value, str):
        data = value.encode()
        return pack_size(len(data), 0xA0, 31, b"\xd9", b"\xda", b"\xdb") + data
    if 0 <= value < 128 or -32 <= value < 0:
        return struct.pack(">b" if value < 0 else ">B", value)
    for code, form, low, high in (
        (b"\xcc", ">B", 0, 1 << 8),
        (b"\xcd", ">H", 0, 1 << 16),
        (b"\xce", ">I", 0, 1 << 32),
        (b"\xd0", ">b", -(1 << 7), 0),
        (b"\xd1", ">h", -(1 << 15), 0),
        (b"\xd2", ">i", -(1 << 31), 0),
    ):
        if low <= value < high:
            return code + struct.pack(form, value)
    raise ValueError(f"{value} is out of range")


# ---------------------------------------------------------------------------
# The nodes of a program
# ---------------------------------------------------------------------------


class Builder:
    """Makes nodes; each statement is on a line of its own."""

    def __init__(self):
        self.line = 0

    def span(self, column=5, end=60):
        return {
            "filename": "models/synthetic/decoder.py",
            "begin_line": self.line,
            "begin_column": column,
            "end_line": self.line,
            "end_column": end,
        }

    def const(self, value):
        return Node("ConstInt", span=self.span(), type=scalar(INDEX), value=value)

    def number(self, value):
        return Node("ConstFloat", span=self.span(), type=scalar(FLOAT), value=value)

    def var(self, name, type):
        return Node("Var", span=self.span(), type=type, name_hint=name)

    def tensor(self, *shape):
        dims = [dim if isinstance(dim, Node) else self.const(dim) for dim in shape]
        return {"type_kind": "TensorType", "dtype": FLOAT, "shape": dims}

    def pair(self, first, second):
        elements = [n if isinstance(n, Node) else self.const(n) for n in (first, second)]
        type = {"type_kind": "TupleType", "types": [scalar(INDEX), scalar(INDEX)]}
        return Node("MakeTuple", span=self.span(), type=type, elements=elements)

    def call(self, name, type, *args, function=False, **keywords):
        return Node(
            "Call",
            span=self.span(9, 55),
            type=type,
            op={"name": name, "is_global_var": function},
            args=list(args),
            attrs=[],
            kwargs=[{"key": key, "value": value} for key, value in keywords.items()],
        )

    def stmt(self, kind, /, **fields):
        self.line += 1
        return Node(kind, span=self.span(), leading_comments=[], **fields)

    def assign(self, body, name, value):
        """Appends `name = value` to `body`."""
        var = self.var(name, value.fields["type"])
        body.append(self.stmt("AssignStmt", var=var, value=value))
        return var

    def function(self, name, kind, level, params, directions, results, body):
        return Node(
            "Function",
            span=self.span(1),
            params=params,
            param_directions=directions,
            func_type=kind,
            level=level,
            role=0 if kind == ORCHESTRATION else 1,
            attrs=[],
            requires_runtime_binding=False,
            return_types=[result.fields["type"] for result in results],
            body=self.stmt(
                "SeqStmts", stmts=body + [self.stmt("ReturnStmt", value=list(results))]
            ),
            name=name,
        )


def scalar(code):
    return {"type_kind": "ScalarType", "dtype": code}


# ---------------------------------------------------------------------------
# The model
# ---------------------------------------------------------------------------


def make_kernel(b, name, length, steps, scale):
    """A kernel that walks over the columns of a tensor in blocks. `steps` says how
    much it does with each block, `scale` is a constant in it."""
    whole, row = b.tensor(length, COLUMNS), b.tensor(1, COLUMNS)
    x, gamma, out = b.var("x", whole), b.var("gamma", row), b.var("out", whole)
    block, column = b.tensor(ROWS, BLOCK), b.tensor(ROWS, 1)
    loop = b.var("i", scalar(INDEX))
    carried = Node("IterArg", span=b.span(), type=whole, name_hint="acc", initValue=out)
    body = []
    at = Node(
        "Mul", span=b.span(), type=scalar(INDEX), left=loop, right=b.const(BLOCK)
    )
    begin = b.assign(body, "begin", at)
    tile = b.assign(
        body, "tile", b.call("tensor.slice", block, x, b.pair(ROWS, BLOCK), b.pair(0, begin))
    )
    part = b.assign(
        body,
        "part",
        b.call("tensor.slice", b.tensor(1, BLOCK), gamma, b.pair(1, BLOCK), b.pair(0, begin)),
    )
    for step in range(steps):
        square = b.assign(body, f"square_{step}", b.call("tensor.mul", block, tile, tile))
        total = b.assign(body, f"sum_{step}", b.call("tensor.row_sum", column, square))
        mean = b.assign(
            body, f"mean_{step}", b.call("tensor.muls", column, total, b.number(scale))
        )
        inverse = b.assign(body, f"inverse_{step}", b.call("tensor.rsqrt", column, mean))
        unit = b.assign(
            body, f"unit_{step}", b.call("tensor.row_expand_mul", block, tile, inverse)
        )
        tile = b.assign(
            body, f"tile_{step}", b.call("tensor.col_expand_mul", block, unit, part)
        )
    done = b.assign(
        body, "done", b.call("tensor.assemble", whole, carried, tile, b.pair(0, begin))
    )
    body.append(b.stmt("YieldStmt", value=[done]))
    result = b.var("result", whole)
    loop_stmt = b.stmt(
        "ForStmt",
        loop_var=loop,
        start=b.const(0),
        stop=b.const(COLUMNS // BLOCK),
        step=b.const(1),
        iter_args=[carried],
        body=b.stmt("SeqStmts", stmts=body),
        return_vars=[result],
        kind=0,
        attrs=[],
    )
    return b.function(
        name, INCORE, CHIP_DIE, [x, gamma, out], [IN, IN, OUT], [out], [loop_stmt]
    )


def make_program(num_layers):
    """A program of `num_layers` layers, each of eight kernels."""
    b = Builder()
    length = b.var("S", scalar(INDEX))  # one node, free in all types
    whole, row = b.tensor(length, COLUMNS), b.tensor(1, COLUMNS)
    x, gamma, out = b.var("x", whole), b.var("gamma", row), b.var("out", whole)
    functions, body, value = [], [], x
    for layer in range(num_layers):
        suffix = f"_{layer - 1}" if layer else ""
        for kernel in range(8):
            name = f"kernel_{kernel}{suffix}"
            scale = 1.0 / 512 + (layer / 65536 if kernel == 7 else 0)
            functions.append(make_kernel(b, name, length, 2 + 2 * kernel, scale))
            call = b.call(name, whole, value, gamma, out, function=True)
            value = b.assign(body, f"hidden_{layer}_{kernel}", call)
    functions.append(
        b.function(
            "decode", ORCHESTRATION, CHIP, [x, gamma, out], [IN, IN, OUT], [value], body
        )
    )
    functions.sort(key=lambda function: function.fields["name"])
    entries = [
        {"key": {"name": f.fields["name"], "is_global_var": True}, "value": f}
        for f in functions
    ]
    return Node("Program", span=b.span(), name="synthetic", functions=entries)


def generate(megabytes):
    """The bytes of a program of about that size."""
    sample = len(Writer().pack(make_program(2)))
    return Writer().pack(make_program(max(2, round(megabytes * 2e6 / sample))))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("file")
    parser.add_argument("megabytes", nargs="?", type=float, default=20.0)
    args = parser.parse_args()
    with open(args.file, "wb") as file:
        file.write(generate(args.megabytes))


if __name__ == "__main__":
    main()
