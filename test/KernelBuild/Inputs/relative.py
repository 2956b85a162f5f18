"""Gives the compiler of a project flags with a relative path.

usage: relative.py PROJECT

`--absolute=F` and `--relative=F` include F, which is relative to where the compiler
runs. The compiler writes down where that is.
"""

import json
import os
import sys

TAKE_FLAG = """
case " $* " in
*" -M "*) echo "scans in $PWD" ;;
*" -c "*) echo "compiles in $PWD" ;;
esac >>"$here/where"
for word; do
  shift
  case $word in
  --absolute=*) set -- "$@" -include "$PWD/${word#*=}" ;;
  --relative=*) set -- "$@" -include "${word#*=}" ;;
  *) set -- "$@" "$word" ;;
  esac
done
exec """


def main():
    os.chdir(sys.argv[1])
    with open("cc", encoding="utf-8") as file:
        text = file.read()
    with open("cc", "w", encoding="utf-8") as file:
        file.write(text.replace("\nexec ", TAKE_FLAG))
    with open("two-contract.json", encoding="utf-8") as file:
        contract = json.load(file)
    for toolchain in contract["toolchains"].values():
        toolchain["flags"].append("--absolute=included/rel.h")
    with open("two-contract.json", "w", encoding="utf-8") as file:
        json.dump(contract, file)
    os.mkdir("included")
    with open("included/rel.h", "w", encoding="utf-8") as file:
        file.write("#pragma once\n")


main()
