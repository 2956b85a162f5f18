// libPLD.so is a plugin of a stock mlir-opt, and loads again where it already is.
// REQUIRES: plugin
// RUN: mlir-opt %s --load-dialect-plugin=%pld_lib --pass-pipeline='builtin.module(pld-verify-program)' | FileCheck %s
// RUN: mlir-opt %s --load-dialect-plugin=%pld_lib --verify-roundtrip --canonicalize | FileCheck %s
// RUN: mlir-opt %s --load-dialect-plugin=%pld_lib --emit-bytecode | pld-opt | FileCheck %s
// RUN: pld-opt %s --emit-bytecode | mlir-opt --load-dialect-plugin=%pld_lib | FileCheck %s
// RUN: mlir-opt %s --load-dialect-plugin=%pld_lib --show-dialects | FileCheck %s --check-prefix=DIALECTS
// RUN: pld-opt %s --load-dialect-plugin=%pld_lib --load-pass-plugin=%pld_lib --pld-verify-program | FileCheck %s

// A plugin of passes brings no dialect that the text could name.
// RUN: echo 'module {}' | mlir-opt --load-pass-plugin=%pld_lib --pass-pipeline='builtin.module(pld-verify-program)'
// RUN: not mlir-opt %s --load-pass-plugin=%pld_lib 2>&1 | FileCheck %s --check-prefix=PASSES

// DIALECTS: pld
// PASSES: Dialect `pld' not found for custom op 'pld.func'

// CHECK:      pld.func private incore @step(%[[X:.*]]: !pld.tensor<[M, 128], f32>, %{{.*}}: out !pld.tensor<[M, 128], f32>) -> !pld.tensor<[M, 128], f32> {
// CHECK-NEXT:   pld.return %[[X]] : !pld.tensor<[M, 128], f32>
pld.func private incore @step(%x: !pld.tensor<[M, 128], f32>, %y: out !pld.tensor<[M, 128], f32>) -> !pld.tensor<[M, 128], f32> {
  pld.return %x : !pld.tensor<[M, 128], f32>
}
// CHECK:      pld.func orchestration @main(%[[A:.*]]: !pld.tensor<[S * 2, 128], f32>) {
// CHECK-NEXT:   pld.call @step(%[[A]], %[[A]]) : (!pld.tensor<[S * 2, 128], f32>, !pld.tensor<[S * 2, 128], f32>) -> !pld.tensor<[S * 2, 128], f32>
pld.func orchestration @main(%a: !pld.tensor<[S * 2, 128], f32>) {
  %0 = pld.call @step(%a, %a) : (!pld.tensor<[S * 2, 128], f32>, !pld.tensor<[S * 2, 128], f32>) -> !pld.tensor<[S * 2, 128], f32>
  pld.return
}
