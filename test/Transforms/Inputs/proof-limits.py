"""Prints a program of two kernels, @a and @b, that are equal up to a renaming of
symbols, and calls of @b that bind the signature of @a. By default the proof needs
little of everything; each option asks for more of one thing.
"""

import argparse

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--parameters", type=int, default=1)
parser.add_argument("--results", type=int, default=0)
parser.add_argument("--nodes", type=int, default=1, help="distinct nodes of expressions, at least 1")
parser.add_argument("--rank", type=int, default=1)
parser.add_argument("--depth", type=int, default=0, help="of an expression that doubles itself")
parser.add_argument("--calls", type=int, default=1)
parser.add_argument("--candidates", type=int, default=1)
args = parser.parse_args()


def dims(symbol, first):
    """The dimensions of a parameter, and aliases for their expressions."""
    result = [symbol] * args.rank
    if first:
        # N + 1 has two nodes more than N; each of N + 2, N + 3, ... two more.
        result += [f"{symbol} + {i + 1}" for i in range((args.nodes - 1) // 2)]
        # A node that shares the others: N + N.
        result += [f"{symbol} + {symbol}"] * ((args.nodes - 1) % 2)
    return result


def doubled(symbol):
    """#symbolD: N doubled D times, in D nodes."""
    lines = [f"#{symbol}1 = #pld.expr<{symbol} + {symbol}>"]
    for i in range(2, args.depth + 1):
        lines.append(f"#{symbol}{i} = #pld.expr<#{symbol}{i - 1} + #{symbol}{i - 1}>")
    return lines


def types(symbol):
    shapes = [dims(symbol, i == 0) for i in range(args.parameters)]
    if args.depth:
        shapes[0].append(f"#{symbol}{args.depth}")
    return [f"!pld.tensor<[{', '.join(shape)}], f32>" for shape in shapes]


names = ["A"] + [f"B{i}" for i in range(args.candidates)]
kernels = ["a"] + [f"b{i}" if args.candidates > 1 else "b" for i in range(args.candidates)]
if args.depth:
    for name in [*names, "S"]:
        print("\n".join(doubled(name)))
for name, kernel in zip(names, kernels):
    params = types(name)
    results = [params[0]] * args.results
    print(f"pld.func private aiv @{kernel}("
          + ", ".join(f"%x{i}: {type}" for i, type in enumerate(params))
          + f") -> ({', '.join(results)}) {{")
    values = ", ".join(["%x0"] * args.results)
    print(f"  pld.return {values} : {', '.join(results)}" if results else "  pld.return")
    print("}")
given = types("S")
print("pld.func orchestration @main("
      + ", ".join(f"%x{i}: {type}" for i, type in enumerate(given)) + ") {")
arguments = ", ".join(f"%x{i}" for i in range(args.parameters))
results = ", ".join([given[0]] * args.results)
for kernel in kernels:
    for call in range(args.calls):
        result = f"%r{kernel}_{call}:{args.results} = " if args.results else ""
        print(f"  {result}pld.call @{kernel}({arguments}) : ({', '.join(given)}) -> ({results})")
print("  pld.return")
print("}")
