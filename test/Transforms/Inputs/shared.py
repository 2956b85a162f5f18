"""Prints programs in which much is shared, so that they are small: `members N` has
N Groups that dispatch one kernel of N operations; `references N` N kernels with one
attribute that names N others; `limit N` N functions that name 1,000 kernels, of which
none is merged, and two large ones that are.
"""

import sys

what, count = sys.argv[1], int(sys.argv[2])
if what == "members":
    print("pld.func private aiv @m(%x: i32) {")
    for i in range(count):
        print(f"  %{i} = arith.addi %x, %x : i32")
    print("  pld.return\n}")
    for i in range(count):
        print(f"pld.func private group @g{i}(%x: i32) {{ pld.call @m(%x) : (i32) -> () pld.return }}")
    print("pld.func orchestration @main(%x: i32) {")
    for i in range(count):
        print(f"  pld.call @g{i}(%x) : (i32) -> ()")
    print("  pld.return\n}")
elif what == "limit":
    for name in ("large", "large_0"):
        print(f"pld.func private aiv @{name}(%x: i32) {{")
        for i in range(4000):
            print(f"  %{i} = arith.addi %x, %x : i32")
        print("  pld.return\n}")
    for i in range(1000):
        print(f"pld.func private aiv @k{i}() attributes {{n = {i}}} {{ pld.return }}")
    print(f"#all = [{', '.join(f'@k{i}' for i in range(1000))}]")
    for i in range(count):
        print(f"pld.func aiv @user{i}() attributes {{pld.attrs = {{all = #all}}}} {{ pld.return }}")
    print("pld.func orchestration @main(%x: i32) {")
    for name in ("large", "large_0"):
        print(f"  pld.call @{name}(%x) : (i32) -> ()")
    print("  pld.return\n}")
else:
    for i in range(count):
        print(f"pld.func private aiv @k{i}() {{ pld.return }}")
    print(f"#all = [{', '.join(f'@k{i}' for i in range(count))}]")
    for i in range(count):
        print(f"pld.func aiv @user{i}() attributes {{pld.attrs = {{all = #all}}}} {{ pld.return }}")
