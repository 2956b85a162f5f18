"""Prints a program that is as large as the runtime allows, or by one larger.

usage: registration-limits.py KIND COUNT

KIND says what there are COUNT of: kernels, task-tensors, task-scalars,
entry-tensors, entry-scalars, wrappers around each other, and such that each
call the next one twice (doubled).
"""

import sys


def task(tensors, scalars):
    types = ["!t"] * tensors + ["i32"] * scalars
    params = ", ".join(f"%p{i}: {type}" for i, type in enumerate(types))
    args = ", ".join(["%x"] * tensors + ["%n"] * scalars)
    print(f"pld.func private aiv @k({params}) {{ pld.return }}")
    print("pld.func orchestration @main(%x: !t, %n: i32) {")
    print(f"  pld.call @k({args}) : ({', '.join(types)}) -> ()")
    print("  pld.return\n}")


def entry(type, count):
    params = ", ".join(f"%p{i}: {type}" for i in range(count))
    print(f"pld.func orchestration @main({params}) {{ pld.return }}")


def main():
    kind, count = sys.argv[1], int(sys.argv[2])
    print("!t = !pld.tensor<[M], f32>")
    if kind == "kernels":
        for i in range(count):
            print(f"pld.func private aiv @k{i}() {{ pld.return }}")
        print("pld.func orchestration @main() {")
        for i in range(count):
            print(f"  pld.call @k{i}() : () -> ()")
        print("  pld.return\n}")
    elif kind == "task-tensors":
        task(count, 16)
    elif kind == "task-scalars":
        task(32, count)
    elif kind == "wrappers":
        print("pld.func private aiv @w0() { pld.return }")
        for i in range(1, count + 1):
            print(f"pld.func spmd @w{i}() {{ pld.call @w{i - 1}() : () -> () pld.return }}")
        print(f"pld.func orchestration @main() {{ pld.call @w{count}() : () -> () pld.return }}")
    elif kind == "doubled":
        print("pld.func private aiv @w0() { pld.return }")
        for i in range(1, count + 1):
            calls = f"pld.call @w{i - 1}() : () -> () " * 2
            print(f"pld.func private group @w{i}() {{ {calls} pld.return }}")
        print(f"pld.func orchestration @main() {{ pld.call @w{count}() : () -> () pld.return }}")
    else:
        entry("!t" if kind == "entry-tensors" else "i32", count)


if __name__ == "__main__":
    main()
