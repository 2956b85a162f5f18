"""Small programs that together use everything the importer reads.

    programs.py NAME       writes the program NAME to the standard output
    programs.py --all DIR  writes every program to DIR, as seeds for a fuzzer
"""

import os
import sys

from pypto import *

# Types and constants --------------------------------------------------------


def types():
    """Every type, as the type of a parameter."""
    m, slot = var("M", scalar("index")), var("slot", scalar("i64"))
    base, pool = var("mem_vec_0", PTR), var("pool", PTR)
    buffer = window_buffer("win", base, const(4096, "i64"), load=True, store=True)
    bare = window_buffer("bare", base, m)
    scalars = [var(f"s_{name}", scalar(name)) for name in DTYPES]
    shapes = [
        tensor([m, 128]),
        tensor([], "bf16"),
        tensor([4, 4], "fp16", **tensor_view("NZ")),
        tensor([4, 4], "i8", **tensor_view("DN", stride=[1, 4])),
        tensor([4, 4], "fp8e4m3fn", **tensor_view("MX_A_ZZ")),
        tensor([4, 4], "fp4", **tensor_view("MX_B_NN")),
        tensor([16, 16], "i32", **tensor_view(stride=[32, 1], valid=[m, 16], pad="zero")),
        tensor([8], "hf8", **memref(base, 64, 8)),
        tensor([8], "hf4", **memref(pool, binary("Mul", slot, const(64, "i64"), "i64"), 256,
                                    is_pinned=True, slot_count=4, slot_index=slot)),
        dist_tensor([2, 64]),
        dist_tensor([m], "i32", window_buffer=buffer, **tensor_view("NZ", pad="min")),
        dist_tensor([8], "u8", window_buffer=bare, **memref(base)),
        tile([64, 64]),
        tile([16, 16], "fp16", "Left", **tile_view("col_major", "row_major", 512)),
        tile([16, 16], "bf16", "Acc",
             **tile_view("none_box", "col_major", 1024, "max", "normal", start=const(32),
                         stride=[16, 1], valid=[m, 16])),
        tile([1, 8], "i16", "LeftScale", **memref(base, 0, 16)),
        shaped("TileType", [8], "fp32"),
        array(4, "i64"),
        array(m, "task_id"),
        tuple_type(scalar("index"), tuple_type(), tuple_type(tensor([m]), TASK_ID)),
        PTR, COMM_CTX, UNKNOWN_TYPE, plain("MemRefType"), plain("WindowBufferType"),
        plain("PrefetchAsyncContextType"), plain("AsyncEventType"),
        plain("AsyncSessionType"),
    ] + [tile([8], space=space) for space in MEMORY]
    params = [var(f"p_{i}", t) for i, t in enumerate(shapes)]
    return program("types", function("types", scalars + params, ret(), kind=OPAQUE))


def constants():
    """Constants that `arith` has, and such that keep what rounding would lose."""
    values = [(True, "bool"), (False, "bool"), (-8, "i4"), (15, "u4"), (-128, "i8"),
              (255, "u8"), (-32768, "i16"), (65535, "u16"), (-1 << 31, "i32"),
              ((1 << 32) - 1, "u32"), (-1 << 63, "i64"), ((1 << 63) - 1, "u64"),
              (-7, "index"), (1.5, "fp32"), (0.1, "fp32"), (-0.0, "fp32"),
              (float("inf"), "fp32"), (float("-inf"), "fp16"), (float("nan"), "bf16"),
              (1e300, "fp64"), (1e-6, "fp16"), (2, "fp32"), (-3, "bf16"),
              (6.0, "fp4"), (float("nan"), "fp4"), (float("inf"), "fp8e4m3fn"),
              (float("inf"), "fp8e5m2"), (0.0, "fp8e8m0"), (-2.0, "fp8e8m0"),
              (2.0, "fp8e8m0"), (0.5, "hf4"), (0.25, "hf8")]
    body = [assign(var(f"c_{i}", scalar(dtype)), const(value, dtype))
            for i, (value, dtype) in enumerate(values)]
    one = const(1.0, "fp32")
    body += [evaluate(op("tensor.full", [make_tuple(const(2)), c]))
             for c in (one, one, const(1.0, "fp32"), const(1.0, "fp64"))]
    return program("constants", function("constants", [], seq(*body)))


BINARY = ["Add", "Sub", "Mul", "FloorDiv", "FloorMod", "FloatDiv", "Min", "Max", "Pow",
          "BitAnd", "BitOr", "BitXor", "BitShiftLeft", "BitShiftRight"]
COMPARE = ["Eq", "Ne", "Lt", "Le", "Gt", "Ge"]
LOGIC = ["And", "Or", "Xor"]


def scalars():
    """Every operator on scalars of every sort of type, and every sort of cast."""
    functions = []
    for dtype in ("index", "i64", "u32", "fp32", "bool"):
        a, b = var("a", scalar(dtype)), var("b", scalar(dtype))
        body = [assign(var(k.lower(), scalar(dtype)), binary(k, a, b, dtype))
                for k in BINARY]
        body += [assign(var(k.lower(), scalar("bool")), binary(k, a, b, "bool"))
                 for k in COMPARE + LOGIC]
        body += [assign(var(k.lower(), scalar(dtype)), unary(k, a, dtype))
                 for k in ("Abs", "Neg", "Not", "BitNot")]
        functions.append(function(f"on_{dtype}", [a, b], seq(*body)))
    kinds = ("index", "i64", "i32", "u32", "fp32", "bf16", "fp64", "bool")
    inputs = {d: var(f"from_{d}", scalar(d)) for d in kinds}
    casts = [assign(var(f"{a}_to_{b}", scalar(b)), unary("Cast", inputs[a], b))
             for a in kinds for b in kinds]
    functions.append(function("casts", list(inputs.values()), seq(*casts)))
    # Mixed types, a result of another type, and a deep expression.
    i, j = var("i", scalar("i32")), var("j", scalar("index"))
    nested = binary("Sub", j, binary("FloorDiv", binary("Add", j, const(15)), const(16)))
    functions.append(function("mixed", [i, j], seq(
        assign(var("mixed", scalar("index")), binary("Add", i, j)),
        assign(var("wide", scalar("i64")), binary("Mul", i, i, "i64")),
        assign(var("nested", scalar("index")), nested),
        assign(var("again", scalar("index")), binary("Mul", nested, nested)))))
    return program("scalars", *functions)


# Control flow ---------------------------------------------------------------


def loops():
    t, acc_type = tensor([4, 8]), scalar("i64")
    x, n, flag = var("x", t), var("n", scalar("index")), var("flag", scalar("bool"))
    functions = []
    for kind, name in enumerate(("sequential", "parallel", "unroll", "pipeline")):
        i = var("i", scalar("index"))
        acc = iter_arg("acc", acc_type, const(0, "i64"), span(3))
        buf = iter_arg("buf", t, x)
        total, out = var("total", acc_type, span(7)), var("out", t)
        new = var("new", t)
        body = seq(assign(new, op("tensor.adds", [buf, acc], t)),
                   yields(binary("Add", acc, unary("Cast", i, "i64"), "i64"), new))
        attrs = {"pipeline_stages": 2, "note": "deep"} if name == "pipeline" else {}
        loop = for_(i, 0, n, 2, body, [acc, buf], [total, out], kind, attrs,
                    at=span(2, 5, 4, 1), comments=["sum up", "twice"])
        functions.append(function(name, [x, n], seq(loop, ret(out)), results=[t]))

    # Loops that count down, that never run, and that one cannot tell.
    for name, start, step in (("down", 8, -3), ("never", 0, 0), ("unknown", 0, n)):
        i = var("i", scalar("index"))
        write = evaluate(op("tensor.write", [x, make_tuple(i, i), const(1.0, "fp32")]))
        functions.append(function(name, [x, n], seq(for_(i, start, n, step, write))))

    # The number of iterations does not fit the type of the variable.
    i = var("i", scalar("i8"))
    write = evaluate(op("tensor.write", [x, make_tuple(i, i), const(1.0, "fp32")]))
    functions.append(function("narrow", [x, n], seq(
        for_(i, const(100, "i8"), const(-100, "i8"), const(-1, "i8"), write))))

    # Loops in loops, with bounds of another type, and no results.
    i, j = var("i", scalar("index")), var("i", scalar("i64"))
    inner = for_(j, const(1, "i64"), n, const(1, "i64"),
                 evaluate(op("tensor.write", [x, make_tuple(i, j), const(1.0, "fp32")])))
    functions.append(function("nested", [x, n], seq(for_(i, 0, 4, 1, inner))))

    # The condition and the body of a while loop see the same arguments.
    k = iter_arg("k", scalar("index"), const(0))
    last = var("last", scalar("index"))
    loop = while_(binary("Lt", k, n, "bool"),
                  seq(yields(binary("Add", k, const(1)))), [k], [last])
    functions.append(function("while_loop", [n], seq(loop, ret(last)),
                              results=[scalar("index")]))
    functions.append(function("while_flag", [flag], seq(
        while_(flag, evaluate(op("system.bar_all"))))))

    # A loop's argument is named by a node of its own.
    i, acc = var("i", scalar("index")), iter_arg("acc", acc_type, const(0, "i64"))
    other = iter_arg("acc", acc_type, const(0, "i64"))
    total = var("total", acc_type)
    loop = for_(i, 0, 4, 1, yields(binary("Add", other, const(1, "i64"), "i64")), [acc],
                [total])
    functions.append(function("by_name", [], seq(loop, ret(total)), results=[acc_type]))

    # The initial value tells arguments of one name apart; a variable that is a
    # constant is that constant.
    seven = var("seven", acc_type)
    outer, inner = iter_arg("acc", acc_type, seven), iter_arg("acc", acc_type, const(0, "i64"))
    mine, other = (iter_arg("acc", acc_type, const(n, "i64")) for n in (0, 7))
    first, last = var("first", acc_type), var("last", acc_type)
    loop = for_(var("j", scalar("index")), 0, 4, 1,
                yields(binary("Sub", mine, other, "i64")), [inner], [first])
    loop = for_(var("i", scalar("index")), 0, 4, 1, seq(loop, yields(first)), [outer], [last])
    functions.append(function("by_init", [], seq(assign(seven, const(7, "i64")), loop, ret(last)),
                              results=[acc_type]))
    return program("loops", *functions)


def branches():
    t = tensor([4])
    x, y, c = var("x", t), var("y", t), var("c", scalar("bool"))
    left, right, r = var("left", t), var("right", t), var("r", t, span(9))
    n = var("n", scalar("index"))
    both = if_(c, seq(assign(left, op("tensor.adds", [x, const(1.0, "fp32")], t)),
                      yields(left, const(1))),
               seq(assign(right, op("tensor.add", [x, y], t)), yields(right, const(2))),
               [r, n])
    # Equal expressions are one operation in a block, but not across blocks.
    s = var("s", scalar("index"))
    size = binary("Add", s, const(1))
    touch = evaluate(op("tensor.dim", [x, size], scalar("index")))
    shared = if_(binary("Gt", size, const(0), "bool"), seq(touch, touch), seq(touch))
    early = if_(c, seq(ret(x)), if_(unary("Not", c, "bool"), ret(y)))
    empty = if_(c, seq(), seq(seq(), seq()))
    return program(
        "branches",
        function("both", [x, y, c], seq(both, ret(r, n)), results=[t, scalar("index")]),
        function("shared", [x, s], seq(shared, touch)),
        function("early", [x, y, c], seq(early, empty, ret(y)), results=[t]),
        # Nothing is returned where something is declared.
        function("open_end", [c], empty, results=[t]))


def scopes():
    t = tensor([4])
    x, n = var("x", t), var("n", scalar("index"))
    base = var("peers", PTR)
    slot = window_buffer("slot", base, const(256, "i64"), load=True)

    def step(name, value):
        target = var(name, t)
        return target, assign(target, op("tensor.adds", [value, const(1.0, "fp32")], t))

    a, make_a = step("a", x)
    b, make_b = step("b", a)
    c, make_c = step("c", b)
    e, make_e = step("e", c)
    f, make_f = step("f", e)
    g, make_g = step("g", f)
    make_base = assign(base, op("pld.tensor.alloc_window_buffer", [const(256, "i64")], PTR,
                                {"name": "peers"}))
    # What is assigned in a scope can be used after it, and after those around it.
    body = seq(
        scope("InCore", make_a, "in_core", {"key": "value"}, split=1, at=span(1),
              comments=["first"]),
        scope("Cluster", scope("InCore", make_b, split=None), "cluster"),
        scope("Hierarchy", make_c, level=5, role=1),
        scope("Spmd", seq(make_e), "many", core_num=binary("Add", n, const(1)),
              sync_start=True),
        scope("SplitAiv", make_f, split=2, count=2),
        make_base,
        scope("CommDomain", scope("Runtime", seq(make_g, ret(g)), manual=True),
              devices=[0, 1], slots=[slot]))
    plain_scopes = seq(
        scope("Hierarchy", seq(), level=0, role=None),
        scope("Spmd", seq(), core_num=const(8), sync_start=False),
        scope("Runtime", seq(), manual=False))
    return program("scopes",
                   function("all", [x, n], body, kind=OPAQUE, results=[t]),
                   function("plain", [], plain_scopes, kind=OPAQUE))


# Functions and dispatches ---------------------------------------------------


def kinds():
    """Kinds, levels, roles, attributes, declarations."""
    t = tensor([4])
    x, n = var("x", t), var("n", scalar("index"))
    names = ["opaque", "orchestration", "incore", "aic", "aiv", "group", "spmd", None,
             "graph"]
    functions = [function(f"a_{name}", [x], seq(ret(x)), kind, [t])
                 for kind, name in enumerate(names) if name]
    functions += [
        function("directions", [x, (var("y", t), OUT), (var("z", t), INOUT)], ret()),
        function("placed", [x], seq(), OPAQUE, level=5, role=0),
        function("moved", [x], seq(), INCORE, level=4, role=0),
        function("attributes", [x, n], seq(), AIV, attrs={
            "split": 1, "split_aiv": True, "slot_num": 4, "auto_scope": False,
            "note": "a \"quoted\" one", "scale": 0.5,
            "when": tagged("Expr", binary("Add", n, const(1))),
            "which": tagged("Var", n), "all": tagged("VarList", [n, n]),
            "where": tagged("MemorySpace", "ScalarLocal"), "what": data_type("bf16"),
            "lay": tagged("TensorLayout", "MX_A_ZZ"),
            "tile": tagged("TileLayout", "col_major"), "pad": tagged("PadValue", "max"),
            "one": tagged("ArgDirection", 3),
            "some": tagged("ArgDirectionVector", [0, 5]),
            "numbers": tagged("Int32Vector", [1, -1])}),
        function("kernel", [x, (var("y", t), OUT)], seq(), AIC, [t],
                 {"external_source": "kernels/k.cpp", "external_include_dirs": "[\"inc\"]"},
                 at=span(5)),
        function("worker", [x], seq(inline("print('hi')\n", at=span(8))), OPAQUE, level=5,
                 role=1, binding=True),
        function("abstract", [(x, INOUT)], seq(), OPAQUE, level=5, role=1, binding=True),
    ]
    # What an older version wrote.
    old = function("old", [x], seq(), AIV)
    old["split"] = 2
    for field in ("func_type", "attrs", "level", "role", "requires_runtime_binding"):
        del old.fields[field]
    return program("kinds", old, *functions)


def dispatches():
    """Calls and submits with everything that they can have."""
    m, s = var("M", scalar("index")), var("S", scalar("index"))
    t, u = tensor([m, 128]), tensor([s, 128])
    x, y = var("x", t), var("y", t)
    scale = var("scale", scalar("i64"))
    kernel = function("step", [x, scale, (y, OUT)], seq(ret(y)), INCORE, [t])
    p, q = var("p", t), var("q", t)
    two = function("two", [p, (q, INOUT)], seq(ret(p, q)), AIV, [t, t])
    nothing = function("nothing", [], seq(), AIC)

    a, b, n = var("a", u), var("b", u), var("n", scalar("index"))
    r1, r2, r3 = var("r1", u), var("r2", u), var("r3", u)
    pair, first = var("pair", tuple_type(u, u)), var("first", u)
    sub, out, tid = var("sub", tuple_type(u, TASK_ID)), var("out", u), var("tid", TASK_ID)
    lone, ltid = var("lone", tuple_type(TASK_ID)), var("ltid", TASK_ID)
    none, ids = var("none", TASK_ID), var("ids", array(2, "task_id"))
    dummy = var("dummy", TASK_ID)
    one = const(1, "i64")
    body = seq(
        assign(r1, call("step", [a, one, b], u, at=span(4, 9)), at=span(4, 4)),
        assign(r2, call("step", [a, one, b], u, attrs={
            "core_num": tagged("Expr", n), "sync_start": True, "device": tagged("Expr", n),
            "dump_vars": tagged("VarList", [a, r1]), "window": 3,
            "arg_directions": tagged("ArgDirectionVector", [0, 5, 1]),
            "arg_direction_overrides": tagged("Int32Vector", [0]),
            "manual_dep_edges": tagged("VarList", [])})),
        assign(pair, call("two", [r1, r2], tuple_type(u, u))),
        assign(first, get(pair, 0)),
        evaluate(call("nothing"), comments=["for its effect"], at=span(6)),
        assign(none, op("system.task_invalid", [], TASK_ID)),
        assign(ids, op("array.create", [const(2)], array(2, "task_id"),
                       {"dtype": data_type("task_id")})),
        # The output `y` is left out: the runtime makes it.
        assign(sub, submit("step", [first, one], tuple_type(u, TASK_ID), [none, ids], n,
                           True, True, binary("Gt", n, const(0), "bool"),
                           {"device": tagged("Expr", n),
                            "dump_vars": tagged("VarList", [a]),
                            "manual_dep_edges": tagged("VarList", [none]),
                            "compiler_manual_dep_edges": tagged("VarList", [ids])})),
        assign(tid, get(sub, 1)), assign(out, get(sub, 0)),
        assign(lone, submit("nothing", [], tuple_type(TASK_ID), [tid])),
        assign(ltid, get(lone, 0)),
        assign(dummy, op("system.task_dummy", [], TASK_ID, attrs={
            "manual_dep_edges": tagged("VarList", [tid, ltid])})),
        # A call in a call, a tuple as a whole, an element that has a name already.
        assign(r3, call("step", [call("step", [out, one, b], u), one, get(pair, 1)], u)),
        ret(r3, pair, get(pair, 0)))
    host = function("host", [a, b, n], body, ORCHESTRATION, [u, u, u, u])
    return program("dispatches", kernel, two, nothing, host)


def groups():
    """A Group, its members, buffers that they share, an Spmd wrapper."""
    t = tensor([16])
    x, y, peer = var("x", t), var("y", t), var("peer", scalar("i32"))
    cube = function("cube", [x, (y, OUT)], seq(
        assign(peer, op("system.import_peer_buffer", [], scalar("i32"),
                        {"name": "ring", "peer_func": "vector"})), ret(y)), AIC, [t])
    own = var("own", scalar("i32"))
    z = var("z", t)
    vector = function("vector", [(z, INOUT)], seq(
        assign(own, op("system.reserve_buffer", [], scalar("i32"),
                       {"name": "ring", "size": 4096, "base": -1})), ret(z)), AIV, [t])
    gx, gy, r = var("gx", t), var("gy", t), var("r", t)
    group = function("both", [gx, (gy, INOUT)], seq(
        assign(r, call("cube", [gx, gy], t)), evaluate(call("vector", [gy], t)), ret(gy)),
        GROUP, [t], {"spmd_unwrapped": True})
    wx, wy, w = var("wx", t), var("wy", t), var("w", t)
    wrapper = function("many", [wx, (wy, INOUT)], seq(
        assign(w, call("both", [wx, wy], t)), ret(w)), SPMD, [t],
        {"core_num": 8, "sync_start": True})
    hx, hy, h = var("hx", t), var("hy", t), var("h", t)
    host = function("host", [hx, (hy, INOUT)], seq(
        assign(h, call("many", [hx, hy], t)), ret(h)), ORCHESTRATION, [t])
    return program("groups", cube, vector, group, wrapper, host)


def operators():
    """Operators: with and without a value, with keywords, with an own operation."""
    t, i32 = tensor([16, 16]), scalar("i32")
    v, left = tile([16, 16]), tile([16, 16], "fp16", "Left")
    x, y = var("x", t), var("y", t)
    d = var("d", dist_tensor([2, 1], "i32"))
    ctx, rank, ranks = var("ctx", COMM_CTX), var("rank", i32), var("ranks", i32)
    zero = make_tuple(const(0), const(0))
    size = make_tuple(const(16), const(16))
    a, b, c = var("a", v), var("b", left), var("c", v)
    full, made = var("full", t), var("made", t)
    pctx = var("pctx", plain("PrefetchAsyncContextType"))
    session, event = var("session", plain("AsyncSessionType")), var("event", plain(
        "AsyncEventType"))
    done, pool = var("done", scalar("bool")), var("pool", PTR)
    view = var("view", dist_tensor([4], "fp32"))
    nothing = var("nothing", UNKNOWN_TYPE)
    body = seq(
        assign(a, op("tile.load", [x, zero, size, size], v,
                     {"target_memory": tagged("MemorySpace", "Vec"), "clamp": False})),
        assign(b, op("tile.cast", [a], left, {"target_type": data_type("fp16"), "mode": 2})),
        assign(c, op("tile.add", [a, a], v)),
        assign(made, op("tile.store", [c, zero, y], t, {"atomic": 0})),
        assign(full, op("tensor.create", [size], t, {
            "dtype": data_type("fp32"), "layout": tagged("TensorLayout", "ND"),
            "manual_dep": True, "init_value": 1})),
        evaluate(op("tensor.write", [full, zero, const(0.5, "fp32")], t)),
        evaluate(op("builtin.tensor.allreduce", [x, d], t, attrs={
            "op": 1, "dtype": data_type("fp32"), "device": tagged("Expr", const(0))})),
        assign(ctx, op("pld.system.get_comm_ctx", [d], COMM_CTX)),
        assign(rank, op("pld.system.rank", [ctx], i32)),
        assign(ranks, op("pld.system.nranks", [ctx], i32)),
        evaluate(op("pld.system.notify", [d, rank, zero, const(1, "i32")],
                    kwargs={"op": 0}), comments=["wake up"], at=span(3)),
        evaluate(op("pld.system.wait", [d, zero, const(1, "i32")], kwargs={"cmp": 1})),
        assign(nothing, op("pld.tensor.put", [d, rank, x], kwargs={
            "atomic": 0, "pipeline": True, "chunk_rows": 2, "chunk_cols": 4})),
        evaluate(op("system.bar_all")),
        assign(pool, op("pld.tensor.alloc_window_buffer", [const(64, "i64")], PTR,
                        {"name": "pool"})),
        assign(view, op("pld.tensor.window", [pool, make_tuple(const(4))],
                        dist_tensor([4], "fp32"), {"dtype": data_type("fp32")})),
        assign(pctx, op("prefetch.make_context", [], plain("PrefetchAsyncContextType"))),
        assign(session, op("prefetch.session", [pctx], plain("AsyncSessionType"))),
        assign(event, op("prefetch.async_prefetch", [x, pctx], plain("AsyncEventType"))),
        assign(done, op("prefetch.wait", [event, session], scalar("bool"))),
        ret(made))
    return program("operators", function("operators", [x, y, d], body, AIV, [t]))


# Shapes and looseness -------------------------------------------------------


def shapes():
    """Where a dimension can come from."""
    index = scalar("index")
    m, other = var("M", index), var("M", index)
    half = binary("FloorDiv", m, const(2))
    x = var("x", tensor([m, half]))
    # Two symbols of one name, in one function and in two.
    z = var("z", tensor([m, other]))
    n = var("n", scalar("i64"))
    y = var("y", tensor([binary("Mul", n, const(2, "i64"), "i64"), m]))
    k, i, r = var("k", index), var("i", index), var("r", index)
    free = var("F", index)
    w, v, u = var("w", tensor([k])), var("v", tensor([i])), var("u", tensor([free, m]))
    ring = var("ring", tensor([op("pld.system.world_size", [], scalar("i64")), m]))
    create = lambda t: op("tensor.create", [make_tuple(const(1))], t)  # noqa: E731
    body = seq(
        assign(k, binary("Add", m, const(1))),
        assign(w, create(w["type"])),
        for_(i, 0, k, 1, assign(v, create(v["type"]))),
        assign(u, create(u["type"])),
        assign(ring, create(ring["type"])),
        assign(r, m),
        ret(w))
    deep = m
    for step in range(12):
        deep = binary("Add", deep, deep if step % 2 else const(step))
    d = var("d", tensor([deep, binary("Min", half, unary("Abs", unary("Neg", m)))]))
    every = [binary(kind, m, const(3)) for kind in BINARY]
    every += [unary("Cast", binary(kind, m, const(3), "bool")) for kind in COMPARE]
    e = var("e", tensor(every))
    return program("shapes",
                   function("bound", [y, n, x], body, results=[tensor([k])]),
                   function("twice", [z], ret()),
                   function("deep", [d], ret()), function("every", [e], ret()))


def loose():
    """One value under two types, and other liberties of real programs."""
    index, m = scalar("index"), var("M", scalar("index"))
    n = var("n", scalar("i64"))
    wide, fixed = tensor([m, 8]), tensor([4, 8])
    x, c = var("x", wide), var("c", scalar("bool"))
    base = var("mem_ddr_0", PTR)
    copy, seen = var("copy", fixed), var("seen", wide)
    r, i, acc, out = var("r", fixed), var("i", index), iter_arg("acc", wide, x), var(
        "out", fixed)
    body = seq(
        # Another type of the same class, a second name, storage.
        assign(copy, x), assign(seen, get(make_tuple(x, const(0)), 0)),
        if_(c, yields(x), yields(copy), [r]),
        for_(i, 0, n, 1, yields(r), [acc], [out]),
        ret(out))
    stored = tensor([m, 8], **memref(base, 0, 128))
    part, flat = tile([2, 8]), tile([16])
    p = var("p", part)
    d = var("d", dist_tensor([4, 8]))
    mine, line = var("mine", tensor([4, 8])), var("line", flat)
    bare = function("implicit", [x, c], seq(ret(x, c)))
    got = var("got", tuple_type(wide, scalar("bool")))
    elem = var("elem", fixed)
    user = function("user", [x, c], seq(
        assign(got, call("implicit", [x, c], tuple_type(wide, scalar("bool")))),
        assign(elem, get(got, 0, fixed)), ret(elem)), ORCHESTRATION, [fixed])
    return program(
        "loose", bare, user,
        function("retyped", [x, c, n], body, results=[stored]),
        function("reinterpreted", [p, d], seq(assign(line, p), assign(mine, d))))


def unchecked():
    """Programs whose parts contradict each other."""
    index, t, u = scalar("index"), tensor([4, 8]), tensor([32], "fp16")
    x, y, n, i32 = var("x", t), var("y", u), var("n", index), scalar("i32")
    a, b = var("a", t), var("b", t)
    kernel = function("kernel", [a, (b, OUT)], seq(ret(b)), INCORE, [t])
    p, q = var("p", t), var("q", t)
    # A function that has one result, which is a tuple.
    tupled = function("tupled", [p, q], seq(ret(make_tuple(p, q))), INCORE, [tuple_type(t, t)])
    r, s = var("r", t), var("s", t)
    # A tuple that is returned where two results are declared, and the other way round.
    whole = var("whole", tuple_type(t, t))
    apart = function("apart", [r, s], seq(assign(whole, make_tuple(r, s)), ret(whole)), INCORE,
                     [t, t])
    v, w = var("v", t), var("w", t)
    together = function("together", [v, w], seq(ret(v, w)), INCORE, [tuple_type(t, t)])
    # A tile where a tensor is declared, and an element of another type.
    z = var("z", tile([4, 8]))
    functions = [kernel, tupled, apart, together,
                 function("returns_tile", [z], seq(ret(z)), AIV, [t]),
                 function("returns_half", [var("h", t), n], seq(ret(n, y)), AIV,
                          [scalar("fp32"), t])]
    functions[-1]["params"].append(y)
    functions[-1]["param_directions"].append(IN)

    def host(name, *body, params=(x, y, n), **rest):
        functions.append(function(name, params, seq(*body), ORCHESTRATION, **rest))

    one, two, first = var("one", t), var("two", tuple_type(t, t)), var("first", t)
    task, tid = var("task", tuple_type(t, TASK_ID)), var("tid", TASK_ID)
    host("host_arguments",
         assign(one, call("kernel", [x, y], t, attrs={"core_num": tagged("Expr", n)})),
         evaluate(call("kernel", [x])),
         assign(task, submit("kernel", [x, n, n], tuple_type(t, TASK_ID))),
         assign(tid, get(task, 1)),
         evaluate(submit("kernel", [n], tuple_type(t, TASK_ID), deps=[tid])))
    host("host_results",
         assign(two, call("tupled", [x, x], tuple_type(t, t))), assign(first, get(two, 0)),
         assign(var("more", tuple_type(t, t)), call("kernel", [x, x], tuple_type(t, t))),
         assign(var("less", t), call("apart", [x, x], t)))
    host("host_missing",
         assign(var("i", i32), call("gone", [x], i32)), evaluate(call("gone")),
         evaluate(submit("lost", [x], tuple_type(TASK_ID))))
    # Statements without an effect, and attributes that hold values.
    host("host_idle", evaluate(n), evaluate(binary("Add", n, const(1))), evaluate(const(7)))
    dump = {"dump_vars": tagged("VarList", [x, y])}
    one = tagged("Var", n)
    host("host_values",
         evaluate(op("system.bar_all", attrs={"near": one, **dump})),
         evaluate(call("kernel", [x, x], attrs={"near": one})),
         for_(var("i", index), 0, n, 1, seq(), attrs={"kept": 1, **dump}),
         scope("Runtime", seq(), manual=False, attrs=dump), attrs=dump)
    c = var("c", scalar("i32"))
    functions.append(function("peer", [], seq(
        assign(c, op("system.import_peer_buffer", [], i32,
                     {"name": "ring", "peer_func": "nobody"}))), AIC))
    return program("unchecked", *functions)


def exits():
    """Loops that are left, and iterations that end early."""
    index = scalar("index")
    n, c, d = var("n", index), var("c", scalar("bool")), var("d", scalar("bool"))
    leave = lambda: stmt("BreakStmt", {}, at=span(3))  # noqa: E731
    skip = lambda: stmt("ContinueStmt", {}, at=span(4))  # noqa: E731
    functions = []

    def add(name, *body, results=()):
        functions.append(function(name, [n, c, d], seq(*body), results=list(results)))

    def loop(body, carried=True, values=1):
        acc = [iter_arg(f"acc{k}", index, n) for k in range(values)]
        out = [var(f"out{k}", index) for k in range(values)]
        return for_(var("i", index), 0, n, 1, body(*acc), acc, out), out

    # The values of the iteration, or those of a yield before it.
    for name, end in (("breaks", leave), ("continues", skip)):
        it, (out,) = loop(lambda acc: seq(  # noqa: B023
            if_(c, end()), if_(d, seq(yields(binary("Mul", acc, acc)), end())),
            yields(binary("Add", acc, n))))
        add(name, it, ret(out), results=[index])
    it, out = loop(lambda a, b: seq(if_(c, leave()), if_(d, skip()), yields(b, a)), values=2)
    add("both", it, ret(*out), results=[index, index])
    # A branch that gives values otherwise, and a body that never reaches its end.
    picked = var("picked", index)
    it, (out,) = loop(lambda acc: seq(
        if_(c, seq(leave()), yields(n), [picked]), yields(picked)))
    add("in_a_value", it, ret(out), results=[index])
    idle = evaluate(op("system.bar_all"))
    add("at_the_end", for_(var("i", index), 0, n, 1, seq(idle, leave(), idle)))
    # The innermost loop is left, out of scopes of the program.
    inner = for_(var("j", index), 0, n, 1, scope("Runtime", if_(d, leave()), manual=False))
    add("nested", for_(var("i", index), 0, n, 1, seq(inner, if_(c, skip()), idle)))
    k, last = iter_arg("k", index, const(0)), var("last", index)
    add("while_loop", while_(binary("Lt", k, n, "bool"), seq(
        if_(c, skip()), if_(d, leave()), yields(binary("Add", k, const(1)))), [k], [last]),
        ret(last), results=[index])
    # A return where the branch gives values otherwise.
    chosen = var("chosen", index)
    add("returns", if_(c, ret(n), yields(n), [chosen]), ret(chosen), results=[index])
    return program("exits", *functions)


def places():
    """Lines and columns that are too large for a location, beside others."""
    large, huge = "large.py", 5_000_000_000
    spans = [span(3, file="before.py"), span(huge, file=large), span(7, huge, file=large),
             span(8, 2, huge, 1, file=large), span(9, file=large)]
    idle = [evaluate(op("system.bar_all"), at=at) for at in spans]
    return program("places", function("places", [], seq(*idle)))


def shared():
    """Statements that stand in several places."""
    index, t = scalar("index"), tensor([8])
    n, x, y = var("n", index), var("x", index), var("y", index)
    a = var("a", t)
    flag = var("flag", scalar("bool"))
    # What a statement assigns is used by others, before and after it stands again.
    define_x = assign(x, binary("Add", n, const(1)))
    twice = binary("Mul", x, const(2))
    use = evaluate(op("tensor.write", [a, make_tuple(twice), const(1.0, "fp32")]))
    functions = [function("in_a_row", [n, a], seq(define_x, use, define_x, use))]

    # In both branches of an `if`, and around it.
    functions.append(function("in_branches", [n, a, flag], seq(
        define_x, use, if_(flag, seq(define_x, use), seq(use, define_x, use)), use)))

    # A loop, and what ends a block, in two places and in two functions.
    i, acc, total = var("i", index), iter_arg("acc", index, const(0)), var("total", index)
    loop = for_(i, 0, 4, 1, yields(binary("Add", acc, i)), [acc], [total])
    end = ret(total)
    functions.append(function("loops", [n], seq(loop, loop, end), results=[index]))
    k, last = iter_arg("k", index, const(0)), var("last", index)
    loop = while_(binary("Lt", k, n, "bool"), seq(yields(binary("Add", k, const(1)))), [k],
                  [last])
    functions.append(function("while_loops", [n, flag], seq(
        loop, if_(flag, loop), loop, ret(last)), results=[index]))
    functions.append(function("again", [n], seq(assign(total, n), end), results=[index]))

    # A shape has the variable.
    tx = tensor([x])
    made = assign(var("made", tx), op("tensor.create", [make_tuple(x)], tx,
                                      {"dtype": data_type("fp32")}))
    functions.append(function("shapes", [n, flag], seq(
        if_(flag, seq(define_x, made), seq(define_x, made)))))
    return program("shared", *functions)


def names():
    """Names and texts that need quoting, and places that are not known."""
    index = scalar("index")
    odd = ["a b", "a\"b", "\\", "new\nline", "nul\0", "%0", "0", "ünïcode", "x", "x", "",
           "loc", "a.b$c-d", " "]
    params = [var(name, index, span(i + 1)) for i, name in enumerate(odd)]
    symbols = [var(name, index) for name in odd]
    t = var("t", tensor(symbols))
    raw = var(b"\xff\xfe", index, span(1, 1, 1, 1, b"\x80.py"))
    body = seq(
        assign(raw, params[0], at=span(0, 0, 0, 0, "")),
        assign(var("", index), binary("Add", params[1], raw), at=span(7, 3, 2, 1)),
        assign(var("r", index), const(1), at=span(5, 2, 5, 9)),
        assign(var("q", index), const(1), at=span(5, -1, 6, -1, "a\nb\".py"),
               comments=["", "\"quoted\"\n", "\0"]),
        ret(*symbols[:3], at=span(2147483647, 2147483647)))
    return program("a \"program\"", function("f\0\n\" g", params + [t, (raw, IN)][:-1],
                                             body, results=[index] * 3,
                                             attrs={"odd key\n": "odd \"value\"\0"}))


PROGRAMS = [types, constants, scalars, loops, branches, scopes, kinds, dispatches, groups, shared,
            operators, shapes, loose, unchecked, exits, places, names]


def main(args):
    by_name = {make.__name__: make for make in PROGRAMS}
    if len(args) == 2 and args[0] == "--all":
        os.makedirs(args[1], exist_ok=True)
        for name, make in by_name.items():
            with open(os.path.join(args[1], name + ".msgpack"), "wb") as file:
                file.write(write(make()))
    elif len(args) == 1 and args[0] in by_name:
        sys.stdout.buffer.write(write(by_name[args[0]]()))
    else:
        sys.exit(__doc__ + "\nprograms: " + " ".join(by_name))


if __name__ == "__main__":
    main(sys.argv[1:])
