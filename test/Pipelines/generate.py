"""Random orchestrations that are valid, can be exported, and end when they run.

usage: generate.py SEED [NUMBER]

Prints program NUMBER of SEED, with its inputs in comments. A program depends on
the two numbers alone.

What a value may be is known from how it was made: `small` is an index from 0 to 3,
so that loops end, elements are inside of their tensors, and divisions by what
may be 0 do not run then. A tensor has a root, the tensor that it is another name
of: loops and branches give tensors of one root, as the export demands.
"""

import dataclasses
import json
import sys

from kernels import INTS, SCALARS, KernelGenerator, format_values

PRELUDE = """!f = !pld.tensor<[64], f32>
!d = !pld.tensor<[S, 16], f32>
!i = !pld.tensor<[8], i32>
!l = !pld.tensor<[8], i64>
!m = !pld.tensor<[M], f32>
!md = !pld.tensor<[M, 16], f32>
!id = !pld.task_id
!ids = !pld.array<3 x !pld.task_id>
"""
# The tensor parameters of the orchestration: kind, type, and for the inputs.
TENSORS = [("vector", "!f", "FLOAT32", [64])] * 2 + [("matrix", "!d", "FLOAT32", ["S", 16])] * 2 + [
    ("ints", "!i", "INT32", [8]), ("longs", "!l", "INT64", [8])]
WIDTHS = {"i32": 32, "i8": 8, "ui32": 32, "f32": 32, "i1": 1}
FLOATS = {"f32": [0, 0x3f800000, 0xc0200000], "f64": [0, 0x3ff0000000000000, 0xc004000000000000]}
CASTS = {
    "i32": [("index", "index_cast"), ("i64", "extsi"), ("f32", "sitofp"), ("i8", "trunci")],
    "i64": [("index", "index_cast"), ("i32", "trunci"), ("f64", "sitofp")],
    "i8": [("i32", "extsi"), ("index", "index_cast"), ("f32", "sitofp")],
    "index": [("i64", "index_cast"), ("i32", "index_cast"), ("ui32", None)],
    "ui32": [("index", None), ("i32", None)],
    "f32": [("f64", "extf")],
    "f64": [("f32", "truncf")],
}
COMPARISONS = ["eq", "ne", "slt", "sle", "sgt", "sge"]


@dataclasses.dataclass(frozen=True)
class Value:
    name: str
    type: str
    root: object = None


class Generator(KernelGenerator):
    """Has the values that can be used at the current place, by kind, in `env`."""

    def __init__(self, seed, number):
        super().__init__(f"{seed}/{number}")
        self.lines, self.depth, self.env = [], 1, {}
        self.num_names = self.num_symbols = 0
        self.budget = self.random.randint(8, 45)
        self.manual = False
        # Symbols that have a value here; those outside of each region around, and
        # those that each region binds, itself first.
        self.bound, self.saved, self.inner = set(), [], [set()]

    def name(self):
        self.num_names += 1
        return f"%{self.num_names}"

    def emit(self, text):
        self.lines.append("  " * self.depth + text)

    def add(self, kind, value):
        self.env.setdefault(kind, []).append(value)
        return value

    def define(self, kind, text, type=None, root=None):
        """Emits an operation of one result and remembers it."""
        value = Value(self.name(), type or kind, root)
        self.emit(f"{value.name} = {text}")
        return self.add(kind, value)

    def operate(self, kind, name, operands, type=None, root=None):
        """An operation with the types of all its values."""
        return self.define(kind, f"{name.format(', '.join(v.name for v in operands))} : "
                           f"({', '.join(v.type for v in operands)}) -> {type or kind}", type, root)

    def arith(self, name, a, b):
        return self.define(a.type, f"arith.{name} {a.name}, {b.name} : {a.type}")

    # Values.

    def constant(self, type, number=None):
        if type == "i1":
            return self.define("i1", f"arith.constant {self.choice(['true', 'false'])}")
        if number is None:
            number = self.choice(["0.0", "1.0", "-2.5", "0.1", "3.0e5"] if type in FLOATS else
                                 [0, 1, 2, 3, -1, -7, 8, 100])
        if type == "ui32":
            return self.define(type, f"pld.constant {abs(number)} : ui32 as ui32")
        if type == "f32" and self.chance(30):
            return self.define(type, f"pld.constant {number} : f64 as f32")
        return self.define(type, f"arith.constant {number} : {type}")

    def scalar(self, type):
        known = self.env.get(type, [])
        if not known or self.chance(25):
            return self.constant(type)
        return self.choice(known[-6:] if self.chance(60) else known)

    def small(self):
        """An index from 0 to 3."""
        known = self.env.get("small", [])
        if known and self.chance(60):
            return self.choice(known)
        if self.chance(40):
            return self.add("small", self.constant("index", self.random.randint(0, 3)))
        value = self.arith("maxsi", self.scalar("index"), self.constant("index", 0))
        return self.add("small", self.arith("minsi", value, self.constant("index", 3)))

    def positive(self):
        """An index from 1 to 4."""
        if self.chance(50):
            return self.constant("index", self.random.randint(1, 4))
        return self.arith("addi", self.small(), self.constant("index", 1))

    def tensor(self, kind):
        known = self.env[kind]
        return self.choice(known[-3:] if self.chance(50) else known)

    def dependencies(self, most):
        known = [*self.env.get("id", []) * 2, *self.env.get("ids", [])]
        return [self.choice(known) for _ in range(self.random.randint(0, most))] if known else []

    def tuple(self, *values):
        types = ", ".join("index" for _ in values)
        return self.define("tuple", f"pld.make_tuple {', '.join(v.name for v in values)} : tuple<{types}>",
                           f"tuple<{types}>")

    # Scalars.

    def arithmetic(self):
        type = self.choice([*INTS, *INTS, *SCALARS])
        a, b = self.scalar(type), self.scalar(type)
        pick = self.random.randrange(100)
        if pick < 12:
            condition = self.scalar("i1")
            self.define(type, f"arith.select {condition.name}, {a.name}, {b.name} : {type}")
        elif pick < 30:
            self.cast(a)
        elif type == "i1":
            self.condition()
        elif type in FLOATS:
            # Nothing that may give a NaN, whose bits nobody promises.
            self.binary(["addf", "subf"], ["add", "max"], a, b)
        elif pick < 40:
            self.divide(a, self.constant(type, self.choice([2, 3, -2, 7, 1])))
        elif pick < 45 and type != "ui32":
            self.operate(type, "pld.scalar neg({})", [a])
        else:
            self.binary(["addi", "subi", "muli", "minsi", "maxsi", "andi", "ori", "xori"],
                        ["add", "sub", "mul", "min", "max"], a, b)

    def binary(self, ariths, scalars, a, b):
        if a.type != "ui32" and self.chance(60):
            return self.arith(self.choice(ariths), a, b)
        return self.operate(a.type, f"pld.scalar {self.choice(scalars)}({{}})", [a, b])

    def divide(self, a, b):
        return self.binary(["floordivsi"], ["floordiv", "floormod"], a, b)

    def cast(self, value):
        for to, op in self.random.sample(CASTS.get(value.type, []), k=min(1, len(CASTS.get(value.type, [])))):
            if op and self.chance(70):
                self.define(to, f"arith.{op} {value.name} : {value.type} to {to}")
            else:
                self.operate(to, "pld.scalar cast({})", [value])

    def compare(self, a, b):
        return self.define("i1", f"arith.cmpi {self.choice(COMPARISONS)}, {a.name}, {b.name} : {a.type}", "i1")

    def condition(self):
        if self.chance(60):
            type = self.choice([*INTS, "i8", "ui32", "f32"])
            a, b = self.scalar(type), self.scalar(type)
            if type not in ("ui32", "f32") and self.chance(60):
                return self.compare(a, b)
            return self.operate("i1", f"pld.scalar {self.choice(['eq', 'ne', 'lt', 'le', 'gt', 'ge'])}({{}})", [a, b])
        a, b = self.scalar("i1"), self.scalar("i1")
        if self.chance(25):
            return self.operate("i1", "pld.scalar not({})", [a])
        return self.binary(["andi", "ori", "xori"], ["and", "or"], a, b)

    def guarded_division(self):
        """A division that runs only if its divisor is not 0."""
        divisor, zero, outer = self.small(), self.constant("index", 0), self.env
        if self.chance(60):
            step = self.constant("index", 1)
            self.open(f"scf.for {self.name()} = {zero.name} to {divisor.name} step {step.name} {{")
        else:
            condition = self.define("i1", f"arith.cmpi {self.choice(['sgt', 'ne'])}, "
                                    f"{divisor.name}, {zero.name} : index")
            self.open(f"scf.if {condition.name} {{")
        self.divide(self.scalar("index"), divisor)
        self.dispatch()
        self.block(1)
        self.close("}")
        self.env = outer

    def symbols(self):
        known = ["S", "Z", *sorted(self.bound) * 2]
        if self.chance(45):
            known = [self.choice(["K", "L"])]
            self.bind_symbol(self.scalar("index"), known[0])
        self.define("index", f'pld.symbol_value "{self.choice(known)}" : index')

    def bind_symbol(self, value, symbol):
        self.emit(f'pld.bind_symbol {value.name} as "{symbol}" : index')
        self.bound.add(symbol)
        self.inner[-1].add(symbol)

    # Tensors.

    def dim(self):
        kind, axes = self.choice([("vector", 1), ("matrix", 2)])
        axis = self.constant("index", self.random.randrange(axes))
        self.operate("index", 'pld.intrinsic "tensor.dim"({})', [self.tensor(kind), axis])

    def create(self):
        if self.chance(50):
            kind, type, shape = "vector", "!f", self.tuple(self.constant("index", 64))
        else:
            rows, columns = self.positive(), self.constant("index", 16)
            self.num_symbols += 1
            self.emit(f'pld.bind_symbol {rows.name} as "R{self.num_symbols}" : index')
            kind, type = "matrix", f"!pld.tensor<[R{self.num_symbols}, 16], f32>"
            shape = self.tuple(rows, columns)
        manual = ", manual_dep = true" if self.chance(15) else ""
        self.operate(kind, f'pld.intrinsic "tensor.create"({{}}) {{{{dtype = f32{manual}}}}}', [shape], type, object())

    def read(self):
        kind, type = self.choice([("ints", "i32"), ("longs", "i64")])
        at = self.small() if self.chance(70) else self.constant("index", self.random.randint(0, 7))
        return self.operate(type, 'pld.intrinsic "tensor.read"({})', [self.tensor(kind), self.tuple(at)])

    def retype(self):
        kind = self.choice(["vector", "matrix", *SCALARS])
        value = self.scalar(kind) if kind in SCALARS else self.tensor(kind)
        self.define(kind, f"pld.retype {value.name} : {value.type} to {value.type}", value.type, value.root)

    # Tasks.

    def dispatch(self):
        kernel = self.choice(self.kernels)
        submit = self.chance(60)
        given = len(kernel.params)
        if submit and kernel.omittable and self.chance(50):
            given -= self.random.randint(1, kernel.omittable)
        matrix, arguments = self.tensor("matrix"), []
        for param in kernel.params[:given]:
            if param.kind in SCALARS:
                arguments.append(self.scalar(param.kind))
            elif param.kind == "matrix":  # One symbol is one size.
                arguments.append(self.choice([v for v in self.env["matrix"] if v.type == matrix.type]))
            else:
                arguments.append(self.tensor(param.kind))
        clauses = self.clauses(submit, kernel)
        results = []
        for i in kernel.returned:
            kind, name = kernel.params[i].kind, self.name()
            if i < given:
                results.append((kind, Value(name, arguments[i].type, arguments[i].root)))
            else:  # The runtime makes it, in the size of an argument.
                results.append((kind, Value(name, matrix.type if kind == "matrix" else "!f", object())))
        if submit:
            results.append(("id", Value(self.name(), "!id")))
        left = ", ".join(v.name for _, v in results)
        self.emit((left and f"{left} = ") + f"pld.{'submit' if submit else 'call'} {kernel.name}"
                  f"({', '.join(v.name for v in arguments)}){clauses} : "
                  f"({', '.join(v.type for v in arguments)}) -> ({', '.join(v.type for _, v in results)})")
        for kind, value in results:
            self.add(kind, value)

    def clauses(self, submit, kernel):
        text = ""
        deps = self.dependencies(3)
        listed = ", ".join(d.name for d in deps)
        if any(d.type != "!id" for d in deps):
            listed += " : " + ", ".join(d.type for d in deps)
        if deps and submit and self.chance(80):
            text += f" deps({listed})"
        if kernel.core != "group" and self.chance(20):
            text += f" core_num({self.positive().name})" + self.choice(["", " sync_start"])
        if submit and self.chance(15):
            text += " early_resolve"
        if submit and self.chance(20):
            value = self.read()
            sides = self.random.sample([value, self.constant(value.type)], 2)
            text += f" predicate({self.compare(*sides).name})"
        if deps and self.chance(10):
            text += f" manual_deps({listed})"
        return text

    def ids(self):
        arrays, ids = self.env.get("ids"), self.env.get("id")
        pick = self.random.randrange(5)
        if not arrays or pick == 0:
            self.operate("ids", 'pld.intrinsic "array.create"({}) {{dtype = !id}}', [self.constant("index", 3)], "!ids")
        elif pick == 1:
            self.operate("id", 'pld.intrinsic "array.get_element"({})', [self.choice(arrays), self.slot()], "!id")
        elif pick == 2 and ids:
            self.operate("ids", 'pld.intrinsic "array.update_element"({})',
                         [self.choice(arrays), self.slot(), self.choice(ids)], "!ids")
        elif pick == 3:
            self.operate("id", "pld.system.task_dummy({})", self.dependencies(2), "!id")
        else:
            self.operate("id", "pld.system.task_invalid({})", [], "!id")
            self.operate("i1", "pld.system.task_is_valid({})", [self.choice(self.env["id"])])

    def slot(self):
        return self.arith("minsi", self.small(), self.constant("index", 2))

    # Regions.

    def open(self, text):
        self.emit(text)
        self.depth += 1
        self.env = {kind: list(values) for kind, values in self.env.items()}
        self.saved.append(set(self.bound))
        self.inner.append(set())

    def leave_block(self):
        """What the block bound again has no value after it."""
        self.bound = self.saved[-1] - self.inner[-1]

    def close(self, text):
        self.depth -= 1
        self.emit(text)
        self.leave_block()
        self.saved.pop()
        inner = self.inner.pop()
        self.inner[-1] |= inner

    def results(self, most):
        """(kind, a value outside) of what a region may give."""
        kinds = [k for k in (*SCALARS, "id", "id", "ids", "vector", "matrix") if self.env.get(k)]
        chosen = [self.choice(kinds) for _ in range(self.random.randint(0, most))]
        return [(kind, self.choice(self.env[kind])) for kind in chosen]

    def end(self, operation, chosen):
        """Gives values that may take the place of the chosen ones."""
        if not chosen:
            return
        values = []
        for kind, value in chosen:
            known = [v for v in self.env[kind] if v.type == value.type and v.root is value.root]
            values.append((self.choice(known[-4:]).name, value.type))
        self.emit(format_values(operation, values))

    def begin(self, head, chosen, arrow=None):
        """The head of an operation with results, and these."""
        results = [(kind, Value(self.name(), value.type, value.root)) for kind, value in chosen]
        if results:
            types = ", ".join(v.type for _, v in results)
            head = f"{', '.join(v.name for _, v in results)} = {head} -> {(arrow or '({})').format(types)}"
        self.open(head + " {")
        return results

    def loop(self):
        carried = self.results(3)
        lower = self.constant("index", self.choice([0, 0, 0, 1])) if self.chance(80) else self.small()
        upper, step = self.small(), self.constant("index", self.choice([1, 1, 2]))
        index, outer = Value(self.name(), "index"), self.env
        args = [(kind, Value(self.name(), value.type, value.root)) for kind, value in carried]
        head = f"scf.for {index.name} = {lower.name} to {upper.name} step {step.name}"
        if carried:
            pairs = ", ".join(f"{arg.name} = {value.name}" for (_, arg), (_, value) in zip(args, carried))
            head += f" iter_args({pairs})"
        results = self.begin(head, carried)
        for kind, value in [("index", index), ("small", index), *args]:
            self.add(kind, value)
        self.block(self.random.randint(1, 4))
        self.end("scf.yield", carried)
        self.leave(outer, results)

    def branch(self):
        chosen, condition, outer = self.results(2), self.scalar("i1"), self.env
        results = self.begin(f"scf.if {condition.name}", chosen)
        self.block(self.random.randint(1, 3))
        self.end("scf.yield", chosen)
        if chosen or self.chance(50):
            self.lines.append("  " * (self.depth - 1) + "} else {")
            self.leave_block()
            self.env = {kind: list(values) for kind, values in outer.items()}
            self.block(self.random.randint(1, 3))
            self.end("scf.yield", chosen)
        self.leave(outer, results)

    def scope(self):
        chosen = [(kind, value) for kind, value in self.results(2) if value.root is None]
        outer, before = self.env, self.manual
        self.manual = self.manual or self.chance(30)
        results = self.begin("pld.runtime_scope" + (" manual" if self.manual else ""), chosen, "{}")
        self.block(self.random.randint(1, 4))
        self.end("pld.yield", chosen)
        self.manual = before
        self.leave(outer, results)

    def leave(self, outer, results):
        self.close("}")
        self.env = outer
        for kind, value in results:
            self.add(kind, value)

    def statement(self):
        self.budget -= 1
        table = {self.dispatch: 30, self.arithmetic: 22, self.symbols: 6, self.dim: 4, self.create: 6,
                 self.read: 5, self.ids: 12, self.retype: 3}
        if self.depth < 5 and self.budget > 0:
            table.update({self.loop: 12, self.branch: 9, self.scope: 6, self.guarded_division: 5})
        self.random.choices(list(table), list(table.values()))[0]()

    def block(self, count):
        for _ in range(count):
            if self.budget > 0:
                self.statement()

    # The program.

    def run(self):
        """Its text, and inputs for it."""
        self.make_kernels()
        params = []

        def param(kind, type, direction="", attribute="", root=None):
            value = self.add(kind, Value(self.name(), type, root))
            params.append(f"{value.name}: {direction}{type}{attribute}")
            return value

        for kind, type, _, _ in TENSORS:
            is_float = kind in ("vector", "matrix")
            param(kind, type, self.choice(["", "inout ", "out "]) if is_float else "", root=object())
        self.add("small", param("index", "index", attribute=' {pld.symbol = "Z"}'))
        scalars = ["small", *self.random.sample([*SCALARS, "index", "small", "small"], self.random.randint(3, 8))]
        for kind in scalars[1:]:
            type = "index" if kind == "small" else kind
            value = param(type, type)
            if kind == "small":
                self.add(kind, value)
        while self.budget > 0:
            self.statement()
        main = "\n".join([f"pld.func orchestration @main({', '.join(params)}) {{", *self.lines, "  pld.return", "}"])
        functions = [*self.functions, main]
        self.random.shuffle(functions)
        inputs = [self.make_inputs(scalars, smallest) for smallest in (True, False, False)]
        return PRELUDE + "\n".join(functions) + "\n", inputs

    def make_inputs(self, scalars, smallest):
        rows, words = self.random.randint(1, 6), []
        for kind in scalars:
            numbers = [0, 1, 2, 3] if kind == "small" else FLOATS.get(kind, [0, 1, 2, 5, -1, -7, 1000])
            number = 0 if smallest and kind == "small" else self.choice(numbers)
            words.append(f"{number & ((1 << WIDTHS.get(kind, 64)) - 1):x}")
        return {"tensors": [[dtype, [rows if dim == "S" else dim for dim in shape]]
                            for _, _, dtype, shape in TENSORS],
                "scalars": words,
                "data": [self.choice([-1, 1]), self.random.randint(-2, 2), self.random.randint(1, 5)]}


def generate(seed, number):
    """The text of a program, and inputs for it."""
    return Generator(seed, number).run()


if __name__ == "__main__":
    program, runs = generate(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    print("".join(f"// {json.dumps(entry)}\n" for entry in runs) + program, end="")
