// A shared sub-expression is written once, in text and in bytecode, so that what
// would be a tree of 2^60 nodes stays small and quick.
// RUN: %python %S/Inputs/expression-dag.py 60 > %t.mlir
// RUN: pld-opt %t.mlir -o %t.1.mlir
// RUN: FileCheck %s --input-file=%t.1.mlir
// RUN: pld-opt %t.1.mlir | diff %t.1.mlir -
// RUN: pld-opt %t.mlir --mlir-print-op-generic | pld-opt | diff %t.1.mlir -
// RUN: pld-opt %t.mlir --verify-roundtrip -o /dev/null
// RUN: pld-opt %t.mlir --emit-bytecode -o %t.mlirbc
// RUN: pld-opt %t.mlirbc | diff %t.1.mlir -
// RUN: %python -c "import os, sys; sys.exit(os.path.getsize(sys.argv[1]) > 1500)" %t.mlirbc
// RUN: %python %S/Inputs/expression-dag.py 60 --unbound > %t.unbound.mlir
// RUN: not pld-opt %t.unbound.mlir 2>&1 | FileCheck %s --check-prefix=UNBOUND
// RUN: pld-opt %t.mlir --mlir-print-local-scope | FileCheck %s --check-prefix=LOCAL

// CHECK:       #[[FIRST:expr[0-9]*]] = #pld.expr<((((M + 1) * (M + 1))
// CHECK-NEXT:  #[[SECOND:expr[0-9]*]] = #pld.expr<#[[FIRST]] * #[[FIRST]]>
// CHECK-COUNT-54: = #pld.expr<#expr
// CHECK-NOT:   #pld.expr
// CHECK:       pld.func private incore @f(%{{.*}}: !pld.tensor<[#[[LAST:expr[0-9]+]]], f32>) {
// CHECK-NEXT:    pld.return

// Where there can be no alias, there is an excerpt.
// UNBOUND: error: 'pld.retype' op result of type '!pld.tensor<[(((<elided> * <elided>) * (<elided> * <elided>)) *
// UNBOUND-SAME: + Q], f32>' uses the shape symbol 'Q', which nothing binds in '@f'
// LOCAL: pld.func private incore @f(%{{.*}}: !pld.tensor<[((({{.*}}<elided>{{.*}}], f32>) {
