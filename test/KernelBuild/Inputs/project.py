"""Makes a project for pld-kernels: a copy of `project`, and a compiler that counts.

usage: project.py NEW_FOLDER HOST_COMPILER

The compiler is `cc` in the folder. It writes a line into `log` for each source that
it compiles, but not when it only says what a source includes.
"""

import json
import os
import shutil
import sys

COMPILER = """#!/bin/sh
here=$(dirname "$0")
case " $* " in
*" --version "*) cat "$here/version"; exit ;;
*" -M "*) ;;
*) for file; do :; done
   basename "$file" >>"$here/log"
   test ! -f "$here/slow" || sleep 0.2 ;;
esac
exec '{}' "$@"
"""


def main():
    folder, compiler = sys.argv[1:]
    here = os.path.dirname(os.path.abspath(__file__))
    template = os.path.join(here, "project")
    shutil.copytree(template, folder)

    def write(name, text):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    with open(os.path.join(template, "contract.json.in"), encoding="utf-8") as file:
        contract = file.read()
    contract = contract.replace("@CXX@", "./cc").replace("@IDENTITY@", "counting 1.0")
    write("contract.json", contract)
    with open(os.path.join(template, "registrations.json"), encoding="utf-8") as file:
        program = json.load(file)
    # Two kernels alone, for tests that compile everything many times.
    small = program["orchestrations"][0]
    small["kernels"] = [k for k in small["kernels"] if k["name"] in ("project", "add")]
    small["tasks"] = []
    write("two.json", json.dumps(program))
    contract = json.loads(contract)
    del contract["toolchains"]["orchestration"]
    write("two-contract.json", json.dumps(contract))
    write("cc", COMPILER.format(compiler))
    write("version", "counting 1.0\nand more\n")
    write("log", "")
    os.chmod(os.path.join(folder, "cc"), 0o755)


main()
