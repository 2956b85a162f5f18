"""Random kernels and wrappers, and what a generator of programs needs."""

import dataclasses
import random

INTS = ["index", "i32", "i64"]
SCALARS = [*INTS, "i8", "ui32", "f32", "f64", "i1"]
# What parameters of kernels are, for each kind of tensor. M is the kernel's own.
PARAMETERS = {"vector": ["!f", "!m"], "matrix": ["!md"], "ints": ["!i"]}


@dataclasses.dataclass
class Param:
    kind: str  # vector, matrix, ints, or a scalar's type
    type: str
    direction: str = ""

    def __str__(self):
        return f"{self.direction} {self.type}".strip()


@dataclasses.dataclass
class Kernel:
    name: str
    core: str
    params: list
    returned: list  # parameters
    omittable: int  # trailing outputs that a submit may leave out


class KernelGenerator:
    """Families of kernels of one signature. In a family some are equal, and
    wrappers launch them."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.functions, self.kernels = [], []

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def choice(self, items):
        return self.random.choice(items)

    def make_kernels(self):
        for _ in range(self.random.randint(1, 3)):
            params, omittable = self.make_signature()
            written = [i for i, p in enumerate(params) if p.direction]
            returned = self.random.sample(written, self.random.randint(0, min(2, len(written))))
            bodies, family = {}, []
            for core in self.random.choices(["aiv", "aic"], k=self.random.randint(1, 4)):
                if core not in bodies or self.chance(40):
                    bodies[core] = self.make_body(params, returned)
                name = self.make_function(core, params, returned, bodies[core], private=self.chance(80))
                family.append(Kernel(name, core, params, returned, omittable))
            self.kernels += family
            self.make_wrappers(family, {kernel.core: kernel for kernel in family})
        if self.chance(30):  # Nobody launches it.
            self.make_function("aiv", [Param("vector", "!f")], [], [])

    def make_signature(self):
        """Parameters, and how many outputs at the end may be left out."""
        kinds = self.random.choices(["vector", "vector", "matrix"], k=self.random.randint(1, 3))
        params = [Param(kind, self.choice(PARAMETERS[kind])) for kind in kinds]
        # The shape of an output that is left out is known from another parameter.
        outs = [Param(p.kind, p.type, "out") for p in params]
        outs = self.random.sample(outs, self.random.randint(0, min(2, len(outs))))
        for param in params:
            if self.chance(25):
                param.direction = "inout"
        if self.chance(20):
            params.append(Param("ints", "!i"))
        params += [Param(type, type) for type in self.random.choices(SCALARS, k=self.random.randint(0, 3))]
        self.random.shuffle(params)
        if outs and self.chance(30):
            params.insert(self.random.randint(0, len(params)), outs.pop())
        return params + outs, len(outs)

    def make_body(self, params, returned):
        """None for an external kernel. There are few different ones."""
        style = self.random.randrange(5)
        if style == 0 and not returned:
            return None
        flag = next((i for i, p in enumerate(params) if p.type == "i1"), None)
        if style == 1 and flag is not None:
            values = format_values("pld.early_return", [(f"%a{i}", params[i].type) for i in returned])
            return [f"scf.if %a{flag} {{", f"  {values}", "}"]
        source = next((i for i, p in enumerate(params) if p.type == "!md" and p.direction != "out"), None)
        target = next((i for i, p in enumerate(params) if p.type == "!md" and p.direction), None)
        if style < 3 or source is None or target is None:
            return []
        return ["%c0 = arith.constant 0 : index",
                "%at = pld.make_tuple %c0, %c0 : tuple<index, index>",
                f'%x = pld.intrinsic "tensor.{self.choice(["exp", "neg"])}"(%a{source}) : (!md) -> !md',
                f'%y = pld.intrinsic "tensor.assemble"(%a{target}, %x, %at) '
                ": (!md, !md, tuple<index, index>) -> !md"]

    def make_wrappers(self, family, by_core):
        if len(by_core) == 2 and self.chance(70):
            self.make_wrapper("group", [by_core["aic"], by_core["aiv"]])
        if self.chance(50):
            self.make_wrapper("spmd", [self.choice(family)])

    def make_wrapper(self, core, members):
        """Some scalars are its own, or computed by it."""
        params, returned = members[0].params, members[0].returned
        body, arguments = [], []
        for i, param in enumerate(params):
            arguments.append(f"%a{i}")
            if param.kind not in INTS or self.chance(60):
                continue
            body.append(f"%c{i} = arith.constant {self.random.randint(-3, 9)} : {param.type}")
            arguments[i] = f"%c{i}"
            if param.kind == "index" and any(p.type in ("!m", "!md") for p in params) and self.chance(40):
                body[-1] = f'%c{i} = pld.symbol_value "M" : index'
            if self.chance(50):
                body.append(f"%s{i} = arith.addi %a{i}, %c{i} : {param.type}")
                arguments[i] = f"%s{i}"
        types = ", ".join(p.type for p in params)
        results = ", ".join(params[i].type for i in returned)
        for j, member in enumerate(members):
            left = ", ".join(f"%r{j}_{i}" for i in range(len(returned)))
            body.append((left and f"{left} = ") +
                        f"pld.call {member.name}({', '.join(arguments)}) : ({types}) -> ({results})")
        name = self.make_function(core, params, returned, body)
        self.kernels.append(Kernel(name, core, params, returned, members[0].omittable))

    def make_function(self, core, params, returned, body, private=True):
        name = f"@{core}_{len(self.functions)}"
        head = ", ".join(f"%a{i}: {p}" for i, p in enumerate(params))
        text = f"pld.func {'private ' if private else ''}{core} {name}({head})"
        if returned:
            text += f" -> ({', '.join(params[i].type for i in returned)})"
        if body is not None:
            end = format_values("pld.return", [(f"%a{i}", params[i].type) for i in returned])
            text += " {\n" + "".join(f"  {line}\n" for line in [*body, end]) + "}"
        self.functions.append(text)
        return name


def format_values(operation, values):
    """An operation that ends a block with (name, type) of values."""
    if not values:
        return operation
    return f"{operation} {', '.join(n for n, _ in values)} : {', '.join(t for _, t in values)}"
