"""Changes one thing at a time, and prints whether a plan has other identities then.

usage: fields.py PLD_KERNELS PROJECT

The kernels are `project` (aic), which includes dot.h, and `add` (aiv).
"""

import copy
import json
import os
import shutil
import subprocess
import sys

tool, project = sys.argv[1:]
os.chdir(project)
with open("two-contract.json", encoding="utf-8") as file:
    CONTRACT = json.load(file)
with open("two.json", encoding="utf-8") as file:
    PROGRAM = json.load(file)


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def identities(contract, program):
    write("c.json", json.dumps(contract))
    write("p.json", json.dumps(program))
    text = subprocess.check_output(
        [tool, "plan", "p.json", "--contract=c.json", "--sources=generated", "--json"]
    )
    plan = json.loads(text)
    units = plan["units"]
    kernels = plan["orchestrations"][0]["kernels"]
    return {kernel["name"]: units[kernel["unit"]]["identity"] for kernel in kernels}


BEFORE = identities(CONTRACT, PROGRAM)


def case(what, change):
    """Makes a change, which may return how to undo it."""
    contract, program = copy.deepcopy(CONTRACT), copy.deepcopy(PROGRAM)
    undo = change(contract, program)
    after = identities(contract, program)
    changed = sorted(name for name in BEFORE if BEFORE[name] != after.get(name))
    print(f"{what}: {', '.join(changed) or 'none'}")
    if callable(undo):
        undo()


def edit(path, old, new):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    assert old in text
    write(path, text.replace(old, new))
    return lambda: write(path, text)


def runtime_name(contract, program):
    contract["runtime_name"] = "other"
    program["orchestrations"][0]["runtime"]["runtime"] = "other"


def compiler(contract, program):
    shutil.copy("cc", "cc2")
    contract["toolchains"]["aiv"]["compiler"] = "./cc2"


def compiler_identity(contract, program):
    for toolchain in contract["toolchains"].values():
        toolchain["compiler_identity"] = "counting 2.0"
    return edit("version", "1.0", "2.0")


def kernel(program, name):
    kernels = program["orchestrations"][0]["kernels"]
    return [kernel for kernel in kernels if kernel["name"] == name][0]


def rename(contract, program):
    kernel(program, "add")["source"] = "kernels/aiv/sum.cpp"
    os.rename("generated/kernels/aiv/add.cpp", "generated/kernels/aiv/sum.cpp")
    return lambda: os.rename("generated/kernels/aiv/sum.cpp", "generated/kernels/aiv/add.cpp")


def core_type(contract, program):
    contract["toolchains"]["aic"] = contract["toolchains"]["aiv"]
    kernel(program, "add").update(core_type="aic", source="kernels/aiv/add.cpp")
    kernel(program, "project").update(core_type="aiv", source="kernels/aic/project.cpp")


def main():
    aiv = lambda contract: contract["toolchains"]["aiv"]
    os.makedirs("more", exist_ok=True)
    case("nothing", lambda c, p: None)
    case("platform", lambda c, p: c.update(platform="other"))
    case("runtime_name", runtime_name)
    case("runtime_revision", lambda c, p: c.update(runtime_revision="other"))
    case("instruction_set_revision", lambda c, p: c.update(instruction_set_revision="other"))
    case("compiler", compiler)
    case("compiler_identity", compiler_identity)
    case("bytes of the compiler", lambda c, p: edit("cc", "#!/bin/sh", "#!/bin/sh\n# another"))
    case("flags", lambda c, p: aiv(c)["flags"].append("-g"))
    case("order of flags", lambda c, p: aiv(c)["flags"].reverse())
    case("include_dirs", lambda c, p: aiv(c)["include_dirs"].append("more"))
    case("order of include_dirs", lambda c, p: aiv(c)["include_dirs"].insert(0, "more"))
    case("core type", core_type)
    case("source", lambda c, p: edit("generated/kernels/aiv/add.cpp", "z = x + y", "a sum"))
    case("header of one", lambda c, p: edit("include/dot.h", "Only", "So far only"))
    case("header of both", lambda c, p: edit("include/task.h", "What", "All that"))
    case("origin", lambda c, p: kernel(p, "add").update(origin="configuration"))
    # What does not count.
    case("func_id", lambda c, p: kernel(p, "add").update(func_id=99))
    case("signature", lambda c, p: kernel(p, "add").update(signature=[]))
    case("name of the file", rename)
    case("header of nobody", lambda c, p: write("include/other.h", ""))


main()
