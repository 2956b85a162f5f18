"""Writes programs in PyPTO's MessagePack form, for the tests of the importer.

A program is a tree of `Node`s. A node that occurs twice is written once and
referred to from then on, as PyPTO does it: its fields are visited in the order
in which they are declared here, which decides where a definition stands, but
written in alphabetical order. So references come before definitions in places.
"""

import struct


# MessagePack ----------------------------------------------------------------


class Raw:
    """Bytes that are written as they are."""

    def __init__(self, data):
        self.data = data


def header(size, fixed, limit, codes):
    """The head of a string, array or map of `size`."""
    if size < limit:
        return bytes([fixed | size])
    for code, form, bits in codes:
        if size < 1 << bits:
            return struct.pack(form, code, size)
    raise ValueError("too long")


STR = (0xA0, 32, ((0xD9, ">BB", 8), (0xDA, ">BH", 16), (0xDB, ">BI", 32)))
ARRAY = (0x90, 16, ((0xDC, ">BH", 16), (0xDD, ">BI", 32)))
MAP = (0x80, 16, ((0xDE, ">BH", 16), (0xDF, ">BI", 32)))


def pack_int(value):
    if 0 <= value < 1 << 7:
        return bytes([value])
    if -32 <= value < 0:
        return bytes([256 + value])
    if value >= 0:
        for code, form, bits in ((0xCC, ">BB", 8), (0xCD, ">BH", 16),
                                 (0xCE, ">BI", 32), (0xCF, ">BQ", 64)):
            if value < 1 << bits:
                return struct.pack(form, code, value)
    for code, form, bits in ((0xD0, ">Bb", 7), (0xD1, ">Bh", 15),
                             (0xD2, ">Bi", 31), (0xD3, ">Bq", 63)):
        if value >= -1 << bits:
            return struct.pack(form, code, value)
    raise ValueError("too large")


def pack(root):
    """The bytes of `root`; without recursion, since tests nest deeply."""
    out, todo = [], [root]
    while todo:
        x = todo.pop()
        if isinstance(x, Raw):
            out.append(x.data)
        elif x is None:
            out.append(b"\xc0")
        elif isinstance(x, bool):
            out.append(b"\xc3" if x else b"\xc2")
        elif isinstance(x, int):
            out.append(pack_int(x))
        elif isinstance(x, float):
            out.append(struct.pack(">Bd", 0xCB, x))
        elif isinstance(x, (str, bytes)):
            data = x if isinstance(x, bytes) else x.encode()
            out += [header(len(data), *STR), data]
        elif isinstance(x, (list, tuple)):
            out.append(header(len(x), *ARRAY))
            todo += reversed(x)
        else:
            out.append(header(len(x), *MAP))
            for key in sorted(x, reverse=True):
                todo += [x[key], key]
    return b"".join(out)


# Nodes ----------------------------------------------------------------------


class Node:
    def __init__(self, kind, /, **fields):
        self.kind = kind
        self.fields = fields

    def __setitem__(self, field, value):
        self.fields[field] = value

    def __getitem__(self, field):
        return self.fields[field]


class Define:
    """Where a node is written, whatever comes first; elsewhere it is referred to.

    So tests make chains that are deep only through references, and cycles."""

    def __init__(self, node):
        self.node = node


class Ref:
    """A reference to an id, there or not."""

    def __init__(self, number):
        self.number = number


def encode(root):
    """Dictionaries and lists for `root`, ready for `pack`."""
    ids, placed, seen, todo = {}, set(), set(), [root]
    while todo:
        x = todo.pop()
        if isinstance(x, Define):
            placed.add(id(x.node))
            x = x.node
        if isinstance(x, Node):
            if id(x) not in seen:
                seen.add(id(x))
                todo += x.fields.values()
        elif isinstance(x, dict):
            todo += x.values()
        elif isinstance(x, (list, tuple)):
            todo += x

    # Each value is encoded into its place, so that nothing recurses; the stack
    # gives the order in which fields are declared.
    result = [None]
    todo = [(root, result, 0)]
    written = set()
    while todo:
        x, place, key = todo.pop()
        here = isinstance(x, Define)
        if here:
            x = x.node
        if isinstance(x, Node):
            number = ids.setdefault(id(x), len(ids))
            if id(x) in written or (id(x) in placed and not here):
                place[key] = {"ref": number}
                continue
            written.add(id(x))
            fields = {}
            place[key] = {"fields": fields, "id": number, "type": x.kind}
            todo += [(v, fields, k) for k, v in reversed(x.fields.items())]
        elif isinstance(x, Ref):
            place[key] = {"ref": x.number}
        elif isinstance(x, dict):
            place[key] = {}
            todo += [(v, place[key], k) for k, v in reversed(x.items())]
        elif isinstance(x, (list, tuple)):
            place[key] = [None] * len(x)
            todo += [(v, place[key], i) for i, v in reversed(list(enumerate(x)))]
        else:
            place[key] = x
    return result[0]


def write(root):
    return pack(encode(root))


UNKNOWN = {"begin_line": -1, "begin_column": -1, "end_line": -1, "end_column": -1,
           "filename": ""}


def span(line, column=1, end_line=-1, end_column=-1, file="model.py"):
    return {"begin_line": line, "begin_column": column, "end_line": end_line,
            "end_column": end_column, "filename": file}


# Types ----------------------------------------------------------------------

DTYPES = {"bool": 0x00, "i4": 0x10, "i8": 0x11, "i16": 0x12, "i32": 0x13, "i64": 0x14,
          "index": 0x15, "u4": 0x20, "u8": 0x21, "u16": 0x22, "u32": 0x23, "u64": 0x24,
          "fp4": 0x30, "fp8e4m3fn": 0x31, "fp8e5m2": 0x32, "fp16": 0x33, "fp32": 0x34,
          "fp64": 0x35, "fp8e8m0": 0x36, "bf16": 0x40, "hf4": 0x41, "hf8": 0x42,
          "task_id": 0x50}
MEMORY = ["DDR", "Vec", "Mat", "Left", "Right", "Acc", "Bias", "ScalarLocal",
          "LeftScale", "RightScale"]


def plain(kind):
    return {"type_kind": kind}


PTR, COMM_CTX, UNKNOWN_TYPE = plain("Ptr"), plain("CommCtxType"), plain("UnknownType")


def scalar(dtype):
    return {"type_kind": "ScalarType", "dtype": DTYPES[dtype]}


TASK_ID = scalar("task_id")


def dims(values):
    return [const(v) if isinstance(v, int) else v for v in values]


def shaped(kind, shape, dtype, **rest):
    return {"type_kind": kind, "dtype": DTYPES[dtype], "shape": dims(shape), **rest}


def tensor_view(layout="ND", stride=(), valid=(), pad="null"):
    return {"tensor_view": {"layout": layout, "pad": pad, "stride": dims(stride),
                            "valid_shape": dims(valid)}}


def tile_view(blayout="row_major", slayout="none_box", fractal=512, pad="null",
              compact="null", start=None, stride=(), valid=()):
    return {"tile_view": {"blayout": blayout, "slayout": slayout, "compact": compact,
                          "fractal": fractal, "pad": pad, "start_offset": start,
                          "stride": dims(stride), "valid_shape": dims(valid)}}


def memref(base, offset=0, size=1024, **rest):
    return {"memref": {"base": base["name_hint"], "base_node": base,
                       "byte_offset": dims([offset])[0], "size": size, **rest}}


def tensor(shape, dtype="fp32", **rest):
    return shaped("TensorType", shape, dtype, **rest)


def dist_tensor(shape, dtype="fp32", **rest):
    return shaped("DistributedTensorType", shape, dtype, **rest)


def tile(shape, dtype="fp32", space="Vec", **rest):
    return shaped("TileType", shape, dtype, memory_space=MEMORY.index(space), **rest)


def array(extent, dtype):
    return shaped("ArrayType", [extent], dtype)


def tuple_type(*types):
    return {"type_kind": "TupleType", "types": list(types)}


# Attributes and keywords ----------------------------------------------------


def tagged(kind, value):
    return {"type": kind, "value": value}


def data_type(name):
    return {"type": "DataType", "code": DTYPES[name]}


def key_values(entries):
    return [{"key": key, "value": value} for key, value in entries.items()]


# Expressions ----------------------------------------------------------------


def expr(kind, result, fields, at=UNKNOWN):
    return Node(kind, type=result, **fields, span=at)


def var(name, result, at=UNKNOWN):
    return expr("Var", result, {"name_hint": name}, at)


def iter_arg(name, result, init, at=UNKNOWN):
    return expr("IterArg", result, {"name_hint": name, "initValue": init}, at)


def window_buffer(name, base, size, load=False, store=False):
    return expr("WindowBuffer", plain("WindowBufferType"),
                {"name_hint": name, "base": base, "size": size, "load_from_host": load,
                 "store_to_host": store})


def const(value, dtype="index", at=UNKNOWN):
    kind = "ConstInt"
    if dtype == "bool":
        kind = "ConstBool"
    elif dtype[0] in "fbh":
        kind = "ConstFloat"
    return expr(kind, scalar(dtype), {"value": value}, at)


def binary(kind, left, right, dtype="index", at=UNKNOWN):
    return expr(kind, scalar(dtype), {"left": left, "right": right}, at)


def unary(kind, operand, dtype="index", at=UNKNOWN):
    return expr(kind, scalar(dtype), {"operand": operand}, at)


def op(name, args=(), result=UNKNOWN_TYPE, kwargs={}, attrs={}, at=UNKNOWN,
       function=False):
    """A call of an operator."""
    return expr("Call", result,
                {"op": {"is_global_var": function, "name": name}, "args": list(args),
                 "attrs": key_values(attrs), "kwargs": key_values(kwargs)}, at)


def call(name, args=(), result=UNKNOWN_TYPE, **rest):
    return op(name, args, result, function=True, **rest)


def submit(name, args, result, deps=(), core_num=None, sync_start=False, early=False,
           predicate=None, attrs={}, at=UNKNOWN):
    return expr("Submit", result,
                {"op": {"is_global_var": True, "name": name}, "args": list(args),
                 "deps": list(deps), "core_num": core_num, "sync_start": sync_start,
                 "allow_early_resolve": early, "predicate": predicate,
                 "attrs": key_values(attrs), "kwargs": []}, at)


def make_tuple(*elements):
    return expr("MakeTuple", tuple_type(*[e["type"] for e in elements]),
                {"elements": list(elements)})


def get(value, index, result=None):
    result = result or value["type"]["types"][index]
    return expr("TupleGetItemExpr", result, {"tuple": value, "index": index})


# Statements -----------------------------------------------------------------


def stmt(kind, fields, at=UNKNOWN, comments=()):
    return Node(kind, **fields, span=at, leading_comments=list(comments))


def assign(target, value, **rest):
    return stmt("AssignStmt", {"var": target, "value": value}, **rest)


def evaluate(value, **rest):
    return stmt("EvalStmt", {"expr": value}, **rest)


def seq(*statements):
    return stmt("SeqStmts", {"stmts": list(statements)})


def ret(*values, **rest):
    return stmt("ReturnStmt", {"value": list(values)}, **rest)


def yields(*values, **rest):
    return stmt("YieldStmt", {"value": list(values)}, **rest)


def if_(condition, then, otherwise=None, results=(), **rest):
    return stmt("IfStmt", {"condition": condition, "then_body": then,
                           "else_body": otherwise, "return_vars": list(results)}, **rest)


SEQUENTIAL, PARALLEL, UNROLL, PIPELINE = range(4)


def for_(loop_var, start, stop, step, body, iters=(), results=(), kind=SEQUENTIAL,
         attrs={}, **rest):
    start, stop, step = dims([start, stop, step])
    return stmt("ForStmt", {"loop_var": loop_var, "start": start, "stop": stop,
                            "step": step, "iter_args": list(iters), "body": body,
                            "return_vars": list(results), "kind": kind,
                            "attrs": key_values(attrs)}, **rest)


def while_(condition, body, iters=(), results=(), **rest):
    return stmt("WhileStmt", {"iter_args": list(iters), "condition": condition,
                              "body": body, "return_vars": list(results)}, **rest)


def inline(source, **rest):
    return stmt("InlineStmt", {"body": source, "language": 0}, **rest)


def scope(kind, body, name="", attrs={}, at=UNKNOWN, comments=(), **fields):
    return stmt(kind + "ScopeStmt",
                {"name_hint": name, "body": body, "attrs": key_values(attrs), **fields},
                at, comments)


# Functions and programs -----------------------------------------------------

OPAQUE, ORCHESTRATION, INCORE, AIC, AIV, GROUP, SPMD, INLINE, GRAPH = range(9)
IN, OUT, INOUT = range(3)
# Level and role that PyPTO derives from the kind.
PLACE = {ORCHESTRATION: (4, 0), INCORE: (3, 1), AIC: (1, 1), AIV: (0, 1),
         GROUP: (2, 1), GRAPH: (4, 0)}


def function(name, params, body, kind=INCORE, results=(), attrs={}, level=None,
             role=None, binding=False, at=UNKNOWN):
    """`params` are variables, or pairs of a variable and a direction."""
    params = [p if isinstance(p, tuple) else (p, IN) for p in params]
    usual = PLACE.get(kind, (None, None))
    return Node("Function", params=[p for p, _ in params],
                param_directions=[d for _, d in params], func_type=kind,
                level=usual[0] if level is None else level,
                role=usual[1] if role is None else role, attrs=key_values(attrs),
                requires_runtime_binding=binding, return_types=list(results), body=body,
                name=name, span=at)


def program(name, *functions):
    functions = sorted(functions, key=lambda f: f["name"])
    return Node("Program", name=name, functions=[
        {"key": {"is_global_var": True, "name": f["name"]}, "value": f}
        for f in functions], span=UNKNOWN)
