"""Imports files that mean harm, each with the tool itself.

    hostile.py TOOL DIR     TOOL is pld-translate, DIR is for files

Each file gives one error and nothing else, or a module where it is allowed to
be so odd. None takes much memory or time.
"""

import os
import subprocess
import sys
import tempfile
import time

from pypto import *

MAX_BYTES = 1 << 30  # a sanitizer takes its share
MAX_SECONDS = 60

INDEX = scalar("index")
CASES = []


def case(expected=None):
    """A case: a function that gives a program, or the bytes of a file. The one
    error contains `expected`; without it the file is fine."""
    def add(make):
        CASES.append((make.__name__, make, expected))
        return make
    return add


def body_of(*statements, params=(), **rest):
    return program("p", function("f", list(params), seq(*statements), **rest))


# Files that are no programs -------------------------------------------------


def bad_file(name, data, expected):
    CASES.append((name, lambda: data, expected))


bad_file("empty", b"", "the file is empty")
bad_file("text", b"module {\n}\n", "this is MLIR text, not a PyPTO program")
bad_file("commented_text", b"// An example\n\n  pld.func @f() {\n",
         "this is MLIR text, not a PyPTO program")
bad_file("aliases", b"#loc = loc(unknown)\nmodule {\n}\n", "this is MLIR text,")
bad_file("python", b"import pypto\n", "this is text, not a PyPTO program")
bad_file("json", b" {\"schema\": 1}", "this is JSON, not a PyPTO program")
bad_file("bytecode", b"ML\xefR\x0dMLIR22", "this is MLIR bytecode, not a PyPTO program")
bad_file("gzip", b"\x1f\x8b\x08" + bytes(20), "this is gzip data, not a PyPTO program")
bad_file("zip", b"PK\x03\x04" + bytes(20), "this is a zip archive, not a PyPTO program")
bad_file("elf", b"\x7fELF" + bytes(20), "this is an ELF file, not a PyPTO program")
bad_file("nil", b"\xc0", "expected a node or a reference")
bad_file("number", b"\x07", "expected a node or a reference")
bad_file("list", b"\x91\xc0", "expected a node or a reference")
bad_file("map", b"\x81\xa1a\xc0", "expected a node or a reference")
bad_file("reference", pack({"ref": 0}), "refers to node 0, which is not defined")
bad_file("bytes", b"\xc4\x01x", "binary data and extensions")
bad_file("extension", b"\xd4\x01x", "binary data and extensions")
bad_file("timestamp", b"\xc7\x0c\xff" + bytes(12), "binary data and extensions")
bad_file("never_used", b"\xc1", "Invalid first byte")
bad_file("long_array", b"\xdd\xff\xff\xff\xff", "does not fit the file")
bad_file("long_map", b"\xdf\xff\xff\xff\xff" + bytes(100), "does not fit the file")
bad_file("long_string", b"\xdb\xff\xff\xff\xff" + bytes(100), "insufficient payload")
bad_file("long_bytes", b"\xc6\xff\xff\xff\xff", "insufficient payload")
bad_file("deep_arrays", b"\x91" * 10000, "nested more than")
bad_file("deep_maps", b"\x81\xa1a" * 10000, "nested more than")
bad_file("wide_array", b"\xdd\x00\x10\x00\x00" + bytes(1 << 20), "expected a node")


@case("expected a program")
def root_is_a_function():
    return function("f", [], seq())


@case("'Nonsense' is not a kind of node")
def unknown_kind():
    return body_of(Node("Nonsense", span=UNKNOWN))


@case("is defined twice")
def duplicate_id():
    data = write(body_of(ret(), seq()))
    return data.replace(pack("id") + b"\x02", pack("id") + b"\x03")


@case("must be an integer from 0 to")
def sparse_id():
    data = write(body_of(ret()))
    return data.replace(pack("id") + b"\x02", pack("id") + b"\x4d")


@case("refers to node 4294967296, which is not defined")
def missing_node():
    return body_of(Ref(1 << 32))


@case("expected a statement")
def expression_as_statement():
    return body_of(const(1))


@case("has more than 64 fields")
def many_fields():
    node = ret()
    node.fields.update({str(i): None for i in range(1000)})
    return body_of(node)


# Depth ----------------------------------------------------------------------


def chain(first, step, count=10000):
    """Nodes each of which holds the one before; deep in the file."""
    for _ in range(count):
        first = step(first)
    return first


def flat_chain(first, step, count=10000):
    """The same, deep only by references: also gives where nodes are defined."""
    nodes = [first]
    for _ in range(count):
        nodes.append(step(nodes[-1]))
    return nodes[-1], [Define(n) for n in nodes]


@case("nested more than")
def deep_statements():
    return body_of(chain(ret(), seq))


@case("statements are nested more than")
def deep_statements_by_reference():
    # What comes after is not read any more, but defines what comes before.
    last, nodes = flat_chain(seq(), seq)
    return body_of(last, seq(*nodes))


@case("statements are nested more than")
def deep_scopes_by_reference():
    last, nodes = flat_chain(seq(), lambda s: scope("Runtime", s, manual=True))
    return body_of(last, seq(*nodes))


@case("statements are nested more than")
def deep_branches_by_reference():
    flag = const(True, "bool")
    last, nodes = flat_chain(seq(), lambda s: if_(flag, s, seq()))
    return body_of(last, seq(*nodes))


@case("statements are nested more than")
def deep_loops_by_reference():
    last, nodes = flat_chain(seq(), lambda s: for_(var("i", INDEX), 0, 1, 1, s))
    return body_of(last, seq(*nodes))


@case()
def statements_as_deep_as_allowed():
    return body_of(chain(seq(), lambda s: if_(const(True, "bool"), s), 290))


@case()
def scopes_as_deep_as_allowed():
    x, t = var("x", tensor([4])), tensor([4])
    inner = assign(x, op("tensor.create", [make_tuple(const(4))], t))
    return body_of(chain(inner, lambda s: scope("Runtime", s, manual=True), 290), ret(x),
                   results=[t])


@case("nested more than")
def deep_expression():
    return body_of(assign(var("x", INDEX), chain(const(1), lambda e: unary("Neg", e))))


def use(value, nodes):
    """Uses `value` before the nodes are defined."""
    return body_of(evaluate(op("tensor.dim", [value, const(0)], INDEX)),
                   evaluate(op("tensor.dim", [make_tuple(*[n.node for n in nodes[:1]]),
                                              Node("MakeTuple", elements=nodes)])))


@case("expressions are nested more than")
def deep_expression_by_reference():
    return use(*flat_chain(const(1), lambda e: unary("Neg", e)))


@case("expressions are nested more than")
def deep_tuples_by_reference():
    return use(*flat_chain(const(1), lambda e: Node(
        "MakeTuple", type=tuple_type(), elements=[e], span=UNKNOWN)))


@case("expressions are nested more than")
def deep_calls_by_reference():
    return use(*flat_chain(const(1), lambda e: op("tensor.neg", [e], INDEX)))


@case("expressions are nested more than")
def deep_shape_by_reference():
    last, nodes = flat_chain(var("M", INDEX), lambda e: unary("Neg", e))
    return use(var("x", tensor([last])), nodes)


@case("expressions are nested more than")
def deep_shapes_one_by_one():
    # Each is one level deeper than the one before, which is known already.
    _, nodes = flat_chain(var("M", INDEX), lambda e: unary("Neg", e))
    return body_of(params=[var("x", tensor([n])) for n in nodes])


@case()
def shape_as_deep_as_allowed():
    deep = chain(var("M", INDEX), lambda e: unary("Neg", e), 400)
    return body_of(params=[var("x", tensor([deep]))])


@case("nested more than")
def deep_type():
    return body_of(params=[var("x", chain(INDEX, tuple_type))])


@case("types are nested more than")
def deep_type_within_the_limit_of_the_file():
    return body_of(params=[var("x", chain(INDEX, tuple_type, 900))])


@case()
def type_as_deep_as_allowed():
    return body_of(params=[var("x", chain(INDEX, tuple_type, 490))])


@case("nested more than")
def deep_storage_by_reference():
    # The type of the base has storage, whose base has a type, ...
    last, nodes = flat_chain(var("p", PTR), lambda b: var("p", tensor([4], **memref(b))))
    return use(last, nodes)


# Cycles ---------------------------------------------------------------------


@case("the expression contains itself")
def expression_cycle():
    x = binary("Add", None, const(1))
    x["left"] = binary("Mul", x, const(2))
    return body_of(assign(var("x", INDEX), x))


@case("the expression contains itself")
def call_cycle():
    x = op("tensor.neg", [None], INDEX)
    x["args"] = [x]
    return body_of(evaluate(x))


@case("the statement contains itself")
def statement_cycle():
    s = seq()
    s["stmts"] = [if_(const(True, "bool"), s)]
    return body_of(s)


@case("'x' is defined twice")
def variable_of_two_statements():
    x = var("x", INDEX)
    first, second = assign(x, const(1)), assign(x, const(2))
    return body_of(first, second, first)


@case("does not dominate")
def use_after_the_branches():
    x = var("x", INDEX)
    s = assign(x, binary("Add", const(1), const(2)))
    flag = const(True, "bool")
    return body_of(if_(flag, s, s), evaluate(op("tensor.neg", [x], INDEX)))


@case("the expression contains itself")
def shape_cycle():
    n = binary("Add", None, const(1))
    n["left"] = n
    return body_of(params=[var("x", tensor([n]))])


@case("the expression contains itself")
def type_cycle():
    x = var("x", None)
    x["type"] = tensor([x])
    return body_of(params=[x])


@case("nested more than")
def storage_cycle():
    x = var("x", None)
    x["type"] = tensor([4], **memref(x))
    return body_of(params=[x])


@case("contains itself")
def window_cycle():
    b = window_buffer("b", None, const(4))
    b["base"] = var("base", dist_tensor([4], window_buffer=b))
    return body_of(params=[var("x", dist_tensor([4], window_buffer=b))])


@case("nothing defines it")
def iteration_argument_cycle():
    acc = iter_arg("acc", INDEX, None)
    acc["initValue"] = acc
    return body_of(for_(var("i", INDEX), 0, 1, 1, yields(acc), [acc], [var("r", INDEX)]))


@case("no loop around has an argument of that name and initial value")
def iteration_argument_of_another_loop():
    acc, other = iter_arg("acc", INDEX, const(0)), iter_arg("acc", INDEX, const(1))
    return body_of(for_(var("i", INDEX), 0, 1, 1, yields(other), [acc], [var("r", INDEX)]))


@case()
def copies_of_each_other():
    x, y = var("x", INDEX), var("y", INDEX)
    acc = iter_arg("acc", INDEX, x)
    return body_of(assign(x, y), assign(y, x), for_(
        var("i", INDEX), 0, 1, 1, yields(iter_arg("acc", INDEX, y)), [acc], [var("r", INDEX)]))


@case("expected a statement")
def function_in_itself():
    f = function("f", [], None)
    f["body"] = f
    return program("p", f)


@case("'f' is not a function")
def program_in_itself():
    p = program("p", function("f", [], seq()))
    p["functions"][0]["value"] = p
    return p


@case()
def functions_that_call_each_other():
    return program("p", function("f", [], evaluate(call("g"))),
                   function("g", [], seq(evaluate(call("f")), evaluate(call("g")))))


# What is shared -------------------------------------------------------------

SHARES = "the program shares its parts so often"


def double(first, step, count=60):
    for _ in range(count):
        first = step(first, first)
    return first


@case()
def shared_sum():
    return body_of(assign(var("x", INDEX), double(const(1), lambda a, b: binary(
        "Add", a, b))))


@case(SHARES)
def shared_sum_in_many_scopes():
    total = double(const(1), lambda a, b: binary("Add", a, b))
    return body_of(*[scope("Runtime", evaluate(op("tensor.dim", [total, total], INDEX)),
                           manual=True) for _ in range(5000)])


@case(SHARES)
def shared_calls():
    return body_of(evaluate(double(const(1), lambda a, b: op("tensor.add", [a, b], INDEX))))


@case(SHARES)
def shared_tuples():
    pair = double(const(1), lambda a, b: Node("MakeTuple", type=tuple_type(),
                                              elements=[a, b], span=UNKNOWN))
    return body_of(evaluate(op("tensor.dim", [pair, pair], INDEX)))


@case("shares its parts so often")
def shared_sequences():
    return body_of(double(seq(), seq))


@case()
def shared_shape():
    n = double(var("M", INDEX), lambda a, b: binary("Add", a, b))
    return body_of(params=[var("x", tensor([n, n])), var("y", tensor([n]))])


@case()
def wide_shared_shape():
    n = var("M", INDEX)
    for _ in range(20):
        n = op("tensor.dim", [n] * 1000, INDEX)
    return body_of(params=[var("x", tensor([n]))])


@case(SHARES)
def shared_statement():
    s = evaluate(op("tensor.write", [const(i) for i in range(2000)]))
    return body_of(*[s] * 20000)


@case(SHARES)
def shared_call_with_many_arguments():
    c = op("tensor.get_block_idx", [const(i) for i in range(5000)], INDEX)
    return body_of(*[evaluate(op("tensor.neg", [c])) for _ in range(5000)])


@case(SHARES)
def shared_body():
    body = seq(*[evaluate(op("system.bar_all")) for _ in range(2000)])
    return program("p", *[function(f"f{i}", [], body) for i in range(2000)])


@case(SHARES)
def shared_tuple_result():
    x = var("x", tuple_type(*[INDEX] * 5000))
    return program("p", *[function(f"f{i}", [x], ret(x)) for i in range(5000)])


@case(SHARES)
def call_with_many_results():
    x = var("x", tuple_type(*[INDEX] * 5000))
    return program("p", function("f", [x], ret(x)), function("g", [x], seq(
        *[evaluate(call("f", [x])) for _ in range(5000)])))


@case()
def values_of_nested_scopes():
    t = tensor([4])
    names = [var(f"x{i}", t) for i in range(3000)]
    inner = seq(*[assign(x, op("tensor.create", [make_tuple(const(4))], t)) for x in names])
    uses = [evaluate(op("tensor.neg", [x], t)) for x in names]
    return body_of(chain(inner, lambda s: scope("Runtime", s, manual=True), 250), *uses)


@case(SHARES)
def long_name_in_many_types():
    m = var("M" * (1 << 20), INDEX)
    return body_of(params=[var("x", tensor([m, i])) for i in range(100)])


@case(SHARES)
def large_type_of_many_operands():
    x = var("x", tuple_type(*[INDEX] * 20000))
    return body_of(*[evaluate(op("tensor.neg", [x])) for _ in range(5000)], params=[x])


@case()
def long_name():
    return body_of(params=[var("x" * (1 << 20), INDEX)])


@case()
def many_arguments_by_name():
    args = [iter_arg(f"a{i}", INDEX, const(0)) for i in range(5000)]
    results = [var(f"r{i}", INDEX) for i in range(5000)]
    others = [iter_arg(f"a{i}", INDEX, const(0)) for i in range(5000)]
    return body_of(for_(var("i", INDEX), 0, 1, 1, yields(*others), args, results))


# Values and names -----------------------------------------------------------


def one_constant(value, dtype, expected, kind=None):
    node = const(value, dtype)
    node.kind = kind or node.kind
    CASES.append((f"constant {value} {dtype}", lambda: body_of(
        assign(var("x", scalar(dtype)), node)), expected))


one_constant(1 << 63, "i64", "must be an integer of 64 bits")
one_constant(128, "i8", "the integer 128 does not fit 'i8'")
one_constant(-129, "i8", "the integer -129 does not fit 'i8'")
one_constant(-1, "u8", "the integer -1 does not fit 'ui8'")
one_constant(8, "i4", "the integer 8 does not fit 'i4'")
one_constant(1.5, "i32", "must be an integer of 64 bits", "ConstInt")
one_constant(1, "bool", "must be a boolean")
one_constant("x", "fp32", "the value must be a double")
one_constant((1 << 53) + 1, "fp64", "the value must be a double")
one_constant((1 << 64) - 1, "fp64", "the value must be a double")
one_constant(1.0, "task_id", "a floating point number has the type", "ConstFloat")
one_constant(1 << 53, "fp64", None)


@case("two functions are named 'f'")
def two_functions_of_a_name():
    return program("p", function("f", [], seq()), function("f", [], seq()))


@case("must not be empty")
def function_without_a_name():
    return program("p", function("", [], seq()))


@case("is named 'g', but listed as 'f'")
def function_of_another_name():
    p = program("p", function("g", [], seq()))
    p["functions"][0]["key"]["name"] = "f"
    return p


@case("'x' is defined twice")
def variable_defined_twice():
    x = var("x", INDEX)
    return body_of(assign(x, const(1)), assign(x, const(2)))


@case("'a' is given twice")
def attribute_given_twice():
    f = function("f", [], seq())
    f["attrs"] = [{"key": "a", "value": 1}] * 2
    return program("p", f)


@case("of kind 7, which cannot be represented")
def inline_function():
    return program("p", function("f", [], seq(), INLINE))


@case("has no keyword 'b'")
def unknown_keyword():
    return body_of(evaluate(op("tile.add", [const(1), const(1)], kwargs={"b": 1})))


@case("the keyword 'op' of 'pld.system.notify' is \"x\", which is not of kind int")
def keyword_of_another_type():
    return body_of(evaluate(op("pld.system.notify", [const(1)] * 4, kwargs={"op": "x"})))


@case("the operator 'tile.nothing' is not known")
def unknown_operator():
    return body_of(evaluate(op("tile.nothing")))


@case("the call of '@g' has keywords, which cannot be represented")
def keywords_of_a_function():
    return body_of(evaluate(call("g", kwargs={"a": 1})))


@case("a 'break' in '@f' is not in a loop")
def break_outside_of_a_loop():
    # The loop before it is over.
    return body_of(for_(var("i", INDEX), 0, 1, 1, seq()),
                   if_(const(True, "bool"), stmt("BreakStmt", {})))


@case("a 'continue' in '@f' is not in a loop")
def continue_outside_of_a_loop():
    return body_of(stmt("ContinueStmt", {}))


@case("a 'break' comes after a yield of 2 values, but the loop carries 1")
def break_with_other_values():
    acc = iter_arg("acc", INDEX, const(0))
    end = if_(const(True, "bool"), seq(yields(acc, acc), stmt("BreakStmt", {})))
    return body_of(for_(var("i", INDEX), 0, 1, 1, seq(end, yields(acc)), [acc],
                        [var("r", INDEX)]))


@case("comes after the end of its block")
def statement_after_a_yield():
    return body_of(for_(var("i", INDEX), 0, 1, 1, seq(yields(), seq())))


@case("shares its parts so often")
def shared_breaks():
    accs = [iter_arg(f"a{i}", INDEX, const(0)) for i in range(1000)]
    leave = stmt("BreakStmt", {})
    return body_of(for_(var("i", INDEX), 0, 1, 1, seq(*[leave] * 100000), accs,
                        [var(f"r{i}", INDEX) for i in range(1000)]))


@case("a value of type '!pld.tensor<[4], f32>' cannot also be 'index'")
def tensor_as_a_scalar():
    x = var("x", tensor([4]))
    return body_of(ret(x), params=[x], results=[INDEX])


@case("returns 2 values, but has 1 results")
def too_many_results():
    return body_of(ret(const(1), const(2)), results=[INDEX])


@case("the keyword 'a' of 'tile.add' holds a value of the program")
def keyword_that_is_a_value():
    x = var("x", INDEX)
    return body_of(evaluate(op("tile.add", [x, x], kwargs={"a": tagged("Var", x)})),
                   params=[x])


@case("nothing defines it")
def attribute_of_what_comes_later():
    x = var("x", tensor([4]))
    return body_of(scope("Runtime", assign(x, op("tensor.create", [make_tuple(const(4))],
                                                 x["type"])),
                         manual=False, attrs={"dump_vars": tagged("VarList", [x])}))


@case("'chunk_config' cannot be represented")
def a_chunked_loop():
    loop = for_(var("i", INDEX), 0, 1, 1, seq())
    loop["chunk_config"] = {}
    return body_of(loop)


@case("the field 'new' is not known")
def a_field_of_a_newer_version():
    x = var("x", INDEX)
    x["new"] = 1
    return body_of(params=[x])


@case("has an external source, and a body as well")
def external_kernel_with_a_body():
    x = var("x", INDEX)
    return body_of(ret(x), params=[x], results=[INDEX],
                   attrs={"external_source": "k.cpp"})


# An error in the program's source is not looked up there.
@case("/dev/zero:3:1: 'pld.intrinsic' op 'tensor.add' takes 2 operands, not 0")
def devices_as_source_files():
    place = span(3, file="/dev/zero")
    return program("p", *[function(f"f{i}", [], evaluate(op("tensor.add", at=place)),
                                   at=place) for i in range(3)])


# Running --------------------------------------------------------------------


def run(tool, name, file, expected):
    """What is wrong with how the import of `file` went; its memory and time."""
    folder = os.path.dirname(file)
    output = os.path.join(folder, "hostile.mlir")
    # A failed import leaves the output as it was.
    with open(output, "w") as f:
        f.write("precious")
    start = time.time()
    with tempfile.TemporaryFile() as errors, tempfile.TemporaryFile() as out:
        process = subprocess.Popen(
            [tool, "--import-pypto", file, "-o", output, "--mlir-print-debuginfo"],
            stdout=out, stderr=errors, stdin=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
        errors.seek(0)
        text = errors.read().decode(errors="replace")
        printed = out.tell()
    seconds, memory = time.time() - start, usage.ru_maxrss * 1024
    with open(output) as f:
        written = f.read()

    problems = []
    if os.WIFSIGNALED(status):
        problems.append(f"died of signal {os.WTERMSIG(status)}")
    elif os.WEXITSTATUS(status) != (1 if expected else 0):
        problems.append(f"exit status {os.WEXITSTATUS(status)}")
    if text.count("error:") != (1 if expected else 0):
        problems.append(f"{text.count('error:')} errors")
    if expected and expected not in text:
        problems.append(f"expected '{expected}'")
    if printed:
        problems.append("something on the standard output")
    if (written == "precious") != bool(expected):
        problems.append("the output is not as it should be")
    if memory > MAX_BYTES:
        problems.append(f"{memory >> 20} MiB")
    if seconds > MAX_SECONDS:
        problems.append(f"{seconds:.0f} s")
    if len(os.listdir(folder)) != 2:
        problems.append(f"left over: {os.listdir(folder)}")
    if problems:
        print(f"{name}: {', '.join(problems)}\n{text[:2000]}")
    return problems, memory, seconds


def write_in_child(make, file):
    """Writes a file in a process of its own, whose memory would count as that
    of the tool: a child starts with what its parent has."""
    child = os.fork()
    if child == 0:
        data = make()
        with open(file, "wb") as f:
            f.write(data if isinstance(data, bytes) else write(data))
        os._exit(0)
    if os.waitpid(child, 0)[1]:
        sys.exit(f"cannot write {make.__name__}")


def main(tool, folder):
    os.makedirs(folder, exist_ok=True)
    for old in os.listdir(folder):
        os.remove(os.path.join(folder, old))
    failed, most, longest = 0, (0, ""), (0, "")
    for name, make, expected in CASES:
        file = os.path.join(folder, "hostile.msgpack")
        write_in_child(make, file)
        problems, memory, seconds = run(tool, name, file, expected)
        failed += bool(problems)
        most = max(most, (memory >> 20, name))
        longest = max(longest, (round(seconds, 1), name))
    print(f"{len(CASES)} files, {failed} failed; at most {most[0]} MiB ({most[1]}), "
          f"{longest[0]} s ({longest[1]})")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
