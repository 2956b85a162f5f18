// The report and the remarks; that the order of functions in the file and the
// use of threads change neither; and the limits.
//
// RUN: pld-opt %s --pld-deduplicate-outlined-kernels="report-file=%t.json" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.json --match-full-lines --strict-whitespace
// RUN: %python -c "import json, sys; json.load(open(sys.argv[1]))" %t.json
// RUN: pld-opt %s --mlir-disable-threading --pld-deduplicate-outlined-kernels="report-file=-" -o /dev/null | diff %t.json -
// RUN: pld-opt %S/Inputs/deduplicate-reordered.mlir --pld-deduplicate-outlined-kernels="report-file=-" -o /dev/null | diff %t.json -
//
// RUN: pld-opt %s --pld-deduplicate-outlined-kernels --remarks-filter=pld-dedup --remark-format=emitRemark -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK
//
// A report that cannot be written is an error.
// RUN: not pld-opt %s --pld-deduplicate-outlined-kernels="report-file=%t.none/report.json" -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ERROR
//
// Names that JSON cannot say are one, too; without a report they are names.
// RUN: echo 'pld.func private aiv @"\FFk"() { pld.return }' > %t.bytes.mlir
// RUN: not pld-opt %t.bytes.mlir --pld-deduplicate-outlined-kernels="report-file=%t.bytes.json" -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BYTES
// RUN: not ls %t.bytes.json
// RUN: pld-opt %t.bytes.mlir --pld-deduplicate-outlined-kernels -o /dev/null
//
// What a limit stops is kept.
// RUN: pld-opt %s --pld-deduplicate-outlined-kernels="comparison-budget=1 report-file=-" -o /dev/null | FileCheck %s --check-prefix=BUDGET
// RUN: pld-opt %s --pld-deduplicate-outlined-kernels="max-bucket=0 report-file=-" -o /dev/null | FileCheck %s --check-prefix=BUCKET

//      CHECK:{
// CHECK-NEXT:  "kept": [
// CHECK-NEXT:    {
// CHECK-NEXT:      "detail": "equal to @a up to a renaming of symbols, but an attribute of 'pld.func' names it, which has no types to bind with",
// CHECK-NEXT:      "name": "c",
// CHECK-NEXT:      "reason": "proof-failed"
// CHECK-NEXT:    },
// CHECK-NEXT:    {
// CHECK-NEXT:      "detail": "",
// CHECK-NEXT:      "name": "one \"of\" a kind",
// CHECK-NEXT:      "reason": "unique"
// CHECK-NEXT:    }
// CHECK-NEXT:  ],
// CHECK-NEXT:  "merges": [
// CHECK-NEXT:    {
// CHECK-NEXT:      "bindings": {},
// CHECK-NEXT:      "calls": 2,
// CHECK-NEXT:      "from": "b",
// CHECK-NEXT:      "how": "identical-signature",
// CHECK-NEXT:      "to": "a"
// CHECK-NEXT:    },
// CHECK-NEXT:    {
// CHECK-NEXT:      "bindings": {
// CHECK-NEXT:        "A": [
// CHECK-NEXT:          "S",
// CHECK-NEXT:          "64"
// CHECK-NEXT:        ]
// CHECK-NEXT:      },
// CHECK-NEXT:      "calls": 3,
// CHECK-NEXT:      "from": "d",
// CHECK-NEXT:      "how": "proved",
// CHECK-NEXT:      "to": "a"
// CHECK-NEXT:    },
// CHECK-NEXT:    {
// CHECK-NEXT:      "bindings": {},
// CHECK-NEXT:      "calls": 1,
// CHECK-NEXT:      "from": "g1",
// CHECK-NEXT:      "how": "identical-signature",
// CHECK-NEXT:      "to": "g0"
// CHECK-NEXT:    }
// CHECK-NEXT:  ],
// CHECK-NEXT:  "near_misses": [
// CHECK-NEXT:    {
// CHECK-NEXT:      "difference": "equal up to a renaming of symbols",
// CHECK-NEXT:      "here": {
// CHECK-NEXT:        "function": "c",
// CHECK-NEXT:        "operation": 0
// CHECK-NEXT:      },
// CHECK-NEXT:      "name": "c",
// CHECK-NEXT:      "other": "a",
// CHECK-NEXT:      "there": {
// CHECK-NEXT:        "function": "a",
// CHECK-NEXT:        "operation": 0
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:  ],
// CHECK-NEXT:  "renames": {
// CHECK-NEXT:    "b": "a",
// CHECK-NEXT:    "d": "a",
// CHECK-NEXT:    "g1": "g0",
// CHECK-NEXT:    "m1": "m0"
// CHECK-NEXT:  },
// CHECK-NEXT:  "schema": 1,
// CHECK-NEXT:  "totals": {
// CHECK-NEXT:    "budget_spent": {{[1-9][0-9]*}},
// CHECK-NEXT:    "calls_rewritten": 6,
// CHECK-NEXT:    "candidates": 7,
// CHECK-NEXT:    "comparisons": 4,
// CHECK-NEXT:    "functions": 10,
// CHECK-NEXT:    "merged": 3,
// CHECK-NEXT:    "proof_steps": {{[1-9][0-9]*}},
// CHECK-NEXT:    "weight": {{[1-9][0-9]*}}
// CHECK-NEXT:  },
// CHECK-NEXT:  "units": [
// CHECK-NEXT:    {
// CHECK-NEXT:      "digest": "[[DIGEST:[0-9a-f]{32}]]",
// CHECK-NEXT:      "kind": "aiv",
// CHECK-NEXT:      "members": [],
// CHECK-NEXT:      "name": "a",
// CHECK-NEXT:      "weight": [[WEIGHT:[0-9]+]]
// CHECK-NEXT:    },
// CHECK-NEXT:    {
// CHECK-NEXT:      "digest": "[[DIGEST]]",
// CHECK-NEXT:      "kind": "aiv",
// CHECK-NEXT:      "members": [],
// CHECK-NEXT:      "name": "b",
// CHECK-NEXT:      "weight": [[WEIGHT]]
// CHECK-NEXT:    },
// CHECK-NEXT:    {
// CHECK-NEXT:      "digest": "[[DIGEST]]",
// CHECK-NEXT:      "kind": "aiv",
// CHECK-NEXT:      "members": [],
// CHECK-NEXT:      "name": "c",
// CHECK-NEXT:      "weight": [[WEIGHT]]
// CHECK-NEXT:    },
// CHECK-NEXT:    {
// CHECK-NEXT:      "digest": "[[DIGEST]]",
//      CHECK:      "kind": "group",
// CHECK-NEXT:      "members": [
// CHECK-NEXT:        "m0"
// CHECK-NEXT:      ],
// CHECK-NEXT:      "name": "g0",
//      CHECK:      "name": "g1",
//      CHECK:      "kind": "orchestration",
//      CHECK:      "name": "one \"of\" a kind",

// REMARK-DAG: remark: [Passed] Merged | Category:pld-dedup | Function=b | Remark="@b becomes @a", calls=2, how=identical-signature
// REMARK-DAG: remark: [Passed] Merged | Category:pld-dedup | Function=d | Remark="@d becomes @a", calls=3, how=proved
// REMARK-DAG: remark: [Passed] Merged | Category:pld-dedup | Function=g1 | Remark="@g1 becomes @g0", calls=1, how=identical-signature
// REMARK-DAG: remark: [Missed] Kept | Category:pld-dedup | Function=c | Remark="@c stays", detail="equal to @a up to a renaming of symbols, but an attribute of 'pld.func' names it, which has no types to bind with", reason=proof-failed
// REMARK-DAG: remark: [Analysis] NearMiss | Category:pld-dedup | Function=c | Remark="@c is almost @a: equal up to a renaming of symbols", there={{.*}}-report.mlir:[[#]]:[[#]]

// ERROR: error: cannot write the report to '{{.*}}report.json': {{.*}}o such file or directory

// BYTES: error: cannot write the report to '{{.*}}': the name of '{{.*}}k' or of a member is not UTF-8

// BUDGET: "detail": "the comparison with @a costs {{[0-9]+}}, and {{[0-9]+}} is left",
// BUDGET-NEXT: "name": "b",
// BUDGET-NEXT: "reason": "comparison-budget"
// BUDGET: "renames": {}

// BUCKET: "detail": "0 other representatives have the same digest",
// BUCKET-NEXT: "name": "a",
// BUCKET-NEXT: "reason": "bucket-full"
// BUCKET: "renames": {}
!A = !pld.tensor<[A, 16], f32>
!C = !pld.tensor<[C, 16], f32>
!D = !pld.tensor<[D, 16], f32>
!fixed = !pld.tensor<[64, 16], f32>
!S = !pld.tensor<[S, 16], f32>
pld.func private aiv @a(%x: !A) {
  %0 = pld.intrinsic "tensor.create"() unchecked : () -> !A
  pld.return
}
pld.func private aiv @b(%x: !A) {
  %0 = pld.intrinsic "tensor.create"() unchecked : () -> !A
  pld.return
}
pld.func private aiv @c(%x: !C) {
  %0 = pld.intrinsic "tensor.create"() unchecked : () -> !C
  pld.return
}
pld.func private aiv @d(%x: !D) {
  %0 = pld.intrinsic "tensor.create"() unchecked : () -> !D
  pld.return
}
pld.func private aic @m0(%x: !A) {
  pld.return
}
pld.func private aic @m1(%x: !A) {
  pld.return
}
pld.func private group @g0(%x: !A) {
  pld.call @m0(%x) : (!A) -> ()
  pld.return
}
pld.func private group @g1(%x: !A) {
  pld.call @m1(%x) : (!A) -> ()
  pld.return
}
pld.func private incore @"one \22of\22 a kind"() {
  pld.return
}
pld.func orchestration @main(%x: !S, %fixed: !fixed) attributes {pld.attrs = {first = @c}} {
  pld.call @a(%x) : (!S) -> ()
  pld.call @b(%x) : (!S) -> ()
  %0 = pld.submit @b(%x) : (!S) -> !pld.task_id
  pld.call @c(%x) : (!S) -> ()
  pld.call @d(%x) : (!S) -> ()
  pld.call @d(%fixed) : (!fixed) -> ()
  pld.call @d(%x) : (!S) -> ()
  pld.call @g0(%x) : (!S) -> ()
  pld.call @g1(%x) : (!S) -> ()
  pld.call @"one \22of\22 a kind"() : () -> ()
  pld.return
}
