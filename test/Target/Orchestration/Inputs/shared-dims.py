"""Prints an orchestration that makes tensors of a dimension in which each
expression uses the one before twice, N deep; in the orchestration's symbols,
and in those of a kernel."""

import sys

depth = int(sys.argv[1])
print("#e0 = #pld.expr<M + 1>")
for i in range(1, depth + 1):
    print(f"#e{i} = #pld.expr<#e{i - 1} + #e{i - 1}>")
print(f"""!m = !pld.tensor<[M], f32>
!t = !pld.tensor<[floormod(#e{depth}, 1000), 4], f32>
pld.func private aiv @k(%x: !m, %y: out !t) -> !t
pld.func private aiv @quiet(%x: !m, %y: out !t) {{
  pld.return
}}
pld.func orchestration @main(%x: !m) {{
  %0, %t0 = pld.submit @k(%x) : (!m) -> (!t, !pld.task_id)
  %1, %t1 = pld.submit @k(%x) : (!m) -> (!t, !pld.task_id)
  %t2 = pld.submit @quiet(%x) : (!m) -> !pld.task_id
  pld.return
}}""")
