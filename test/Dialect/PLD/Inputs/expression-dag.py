"""Prints a function of a tensor whose dimension is a DAG of the given depth.

With `--unbound`, its body uses the DAG together with an unbound symbol.
"""

import sys

depth = int(sys.argv[1])
print("#e1 = #pld.expr<M + 1>")
for level in range(2, depth + 1):
    print(f"#e{level} = #pld.expr<#e{level - 1} * #e{level - 1}>")
print(f"pld.func private incore @f(%x: !pld.tensor<[#e{depth}], f32>) {{")
if "--unbound" in sys.argv:
    print(f"  pld.retype %x : !pld.tensor<[#e{depth}], f32> to !pld.tensor<[#e{depth} + Q], f32>")
print("  pld.return\n}")
