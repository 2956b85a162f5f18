"""Programs with kernels that are equal, for the way back to PyPTO.

    copies.py NAME FILE   writes the program NAME
    copies.py --show FILE prints a program: functions, callees, keywords, and
                          where each shared node is defined
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "Target", "PyPTO", "Inputs"))

import msgpack
from pypto import *


def kernel(name, extent):
    """`extent` is in the type of the parameter, and a constant in the body."""
    t = tensor([extent])
    x, y = var("x", t), var("y", t)
    return function(name, [x, (y, OUT)],
                    seq(assign(var("n", scalar("index")), extent), ret(y)), INCORE, [t])


def host(name, callees, extent):
    t = tensor([extent])
    x, y = var("x", t), var("y", t)
    calls = [assign(var(f"r{i}", t), call(callee, [x, y], t)) for i, callee in enumerate(callees)]
    return function(name, [x, (y, INOUT)], seq(*calls, ret(y)), ORCHESTRATION, [t])


def merge():
    """The extent is defined in a copy that goes, and used by @zhost."""
    extent = const(48)
    return program("merge", kernel("step", const(48)), kernel("step_0", extent),
                   host("zhost", ["step", "step_0", "step_0"], extent))


def keep():
    """Nothing is equal."""
    return program("keep", kernel("step", const(48)), kernel("step_0", const(32)),
                   host("zhost", ["step", "step_0"], const(48)))


def double():
    """A keyword that is a double by its schema and was written as an integer."""
    t = tensor([8])
    x = var("x", t)
    create = op("tensor.create", [make_tuple(const(8))], t,
                {"dtype": data_type("fp32"), "init_value": 0})
    return program("double", function("host", [var("a", t)], seq(assign(x, create), ret()),
                                      ORCHESTRATION))


def peers():
    """Two Groups with a peer each."""
    functions = []
    for suffix in ("", "_0"):
        t = tensor([16])
        x, y, z = var("x", t), var("y", t), var("z", t)
        cube = function("cube" + suffix, [x, (y, OUT)], seq(
            assign(var("peer", scalar("i32")),
                   op("system.import_peer_buffer", [], scalar("i32"),
                      {"name": "ring", "peer_func": "vector" + suffix})), ret(y)), AIC, [t])
        vector = function("vector" + suffix, [(z, INOUT)], seq(ret(z)), AIV, [t])
        gx, gy = var("gx", t), var("gy", t)
        functions += [cube, vector, function("both" + suffix, [gx, (gy, INOUT)], seq(
            assign(var("r", t), call("cube" + suffix, [gx, gy], t)),
            evaluate(call("vector" + suffix, [gy], t)), ret(gy)), GROUP, [t])]
    functions += [host("zhost", ["both", "both_0"], const(16))]
    return program("peers", *sorted(functions, key=lambda f: f["name"]))


def dimensions(first, second):
    """Two parameters, whose dimensions are variables called M."""
    params = [var("x", tensor([first])), (var("y", tensor([second])), INOUT)]
    return program("dimensions", function("host", params, seq(ret()), ORCHESTRATION))


def one_dimension():
    m = var("M", scalar("index"))
    return dimensions(m, m)


def two_dimensions():
    return dimensions(var("M", scalar("index")), var("M", scalar("index")))


def show(tree):
    """One line for each thing that the way back may change."""
    for entry in tree["fields"]["functions"]:
        function = entry["value"]
        print("function", entry["key"]["name"])
        stack = [function]
        while stack:
            part = stack.pop()
            if isinstance(part, list):
                stack.extend(reversed(part))
            if not isinstance(part, dict):
                continue
            if "ref" in part:
                print("  reference to node", part["ref"])
            if part.get("type") == "ConstInt":
                print("  node", part["id"], "is", part["fields"]["value"])
            if part.get("type") == "Call":
                print("  calls", part["fields"]["op"]["name"],
                      {kw["key"]: kw["value"] for kw in part["fields"]["kwargs"]})
            stack.extend(reversed(list(part.values())))


def main(args):
    if args[0] == "--show":
        with open(args[1], "rb") as file:
            show(msgpack.unpackb(file.read()))
        return
    with open(args[1], "wb") as file:
        file.write(write(globals()[args[0]]()))


if __name__ == "__main__":
    main(sys.argv[1:])
