// pld-test-rename-symbols-apart, with which tests make programs in which no merge
// is possible without a proof.
//
// RUN: pld-test-opt %s --pld-test-rename-symbols-apart | FileCheck %s
// The merges are the same, and so is which dispatches are exact.
// RUN: pld-opt %s --pld-deduplicate-outlined-kernels="free-symbols=identical report-file=-" -o /dev/null \
// RUN:   | FileCheck %s --check-prefix=MERGES
// RUN: pld-test-opt %s --pld-test-rename-symbols-apart --pld-deduplicate-outlined-kernels="free-symbols=identical report-file=-" -o /dev/null \
// RUN:   | FileCheck %s --check-prefixes=MERGES,PROVED
// RUN: pld-opt %s --pld-verify-program -o /dev/null 2>&1 | grep -c 'warning:' | FileCheck %s --check-prefix=INEXACT
// RUN: pld-test-opt %s --pld-test-rename-symbols-apart --pld-verify-program -o /dev/null 2>&1 | grep -c 'warning:' | FileCheck %s --check-prefix=INEXACT
//
// MERGES: "from": "step_0",
// PROVED: "how": "proved",
// MERGES: "renames": {
// MERGES-NEXT: "step_0": "step"
// MERGES-NEXT: }
// INEXACT: {{^}}1{{$}}

// In types, attributes, results and the body; carried by a parameter; bound in the
// body. What a name means outside stays: free symbols, and names of storage.
// CHECK:      pld.func private incore @step(%[[X:.*]]: !pld.tensor<[step.M, step.N * 2], f32>, %[[N:.*]]: index {pld.symbol = "step.N"})
// CHECK-SAME:   -> !pld.tensor<[step.M], f32> attributes {free_symbols = ["F"], pld.attrs = {dims = [#pld.sym<step.M>, "M"]}} {
// CHECK:        pld.bind_symbol %[[N]] as "step.K" : index
// CHECK:        pld.symbol_value "step.M" : index
// CHECK:        -> !pld.tensor<[step.K, F], f32>
pld.func private incore @step(%x: !pld.tensor<[M, N * 2], f32>, %n: index {pld.symbol = "N"}) -> !pld.tensor<[M], f32>
    attributes {free_symbols = ["F"], pld.attrs = {dims = [#pld.sym<M>, "M"]}} {
  pld.bind_symbol %n as "K" : index
  %0 = pld.symbol_value "M" : index
  %1 = pld.intrinsic "x"() unchecked : () -> !pld.tensor<[K, F], f32>
  %2 = pld.intrinsic "y"(%1) unchecked : (!pld.tensor<[K, F], f32>) -> !pld.tensor<[M], f32>
  pld.return %2 : !pld.tensor<[M], f32>
}
// CHECK: @step_0(%{{.*}}: !pld.tensor<[step_0.M, step_0.N * 2], f32>, %{{.*}}: index {pld.symbol = "step_0.N"})
pld.func private incore @step_0(%x: !pld.tensor<[M, N * 2], f32>, %n: index {pld.symbol = "N"}) -> !pld.tensor<[M], f32>
    attributes {free_symbols = ["F"], pld.attrs = {dims = [#pld.sym<M>, "M"]}} {
  pld.bind_symbol %n as "K" : index
  %0 = pld.symbol_value "M" : index
  %1 = pld.intrinsic "x"() unchecked : () -> !pld.tensor<[K, F], f32>
  %2 = pld.intrinsic "y"(%1) unchecked : (!pld.tensor<[K, F], f32>) -> !pld.tensor<[M], f32>
  pld.return %2 : !pld.tensor<[M], f32>
}

// The name that it would get is taken, and one that is bound is storage.
// CHECK: @taken(%{{.*}}: !pld.tensor<[taken.M.0, taken.taken.M], f32>, %{{.*}}: !pld.ptr)
// CHECK:   pld.bind_symbol %{{.*}} as "base" : !pld.ptr
// CHECK:   memref = <"base", offset = taken.M.0, size = 16>
pld.func private incore @taken(%x: !pld.tensor<[M, taken.M], f32>, %p: !pld.ptr) {
  pld.bind_symbol %p as "base" : !pld.ptr
  %0 = pld.intrinsic "x"() unchecked : () -> !pld.tensor<[4], f32, memref = <"base", offset = M, size = 16>>
  pld.return
}

// Dispatches stay in the caller's symbols, the inexact one, too.
// CHECK: pld.func orchestration @main(%{{.*}}: !pld.tensor<[main.M, main.N * 2], f32>
// CHECK:   pld.call @step(%{{.*}}) : (!pld.tensor<[main.M, main.N * 2], f32>, index) -> !pld.tensor<[main.M], f32>
// CHECK:   pld.call @step_0(%{{.*}}) : (!pld.tensor<[main.M, main.N * 2], f32>, index) -> !pld.tensor<[main.M], f32>
// CHECK:   pld.call @taken(%{{.*}}) : (!pld.tensor<[main.M, 4], f32>, !pld.ptr) -> ()
pld.func orchestration @main(%x: !pld.tensor<[M, N * 2], f32>, %n: index {pld.symbol = "N"}, %y: !pld.tensor<[M, 2], f32>, %p: !pld.ptr) {
  %0 = pld.call @step(%x, %n) : (!pld.tensor<[M, N * 2], f32>, index) -> !pld.tensor<[M], f32>
  %1 = pld.call @step_0(%x, %n) : (!pld.tensor<[M, N * 2], f32>, index) -> !pld.tensor<[M], f32>
  %2 = pld.call @step(%y, %n) : (!pld.tensor<[M, 2], f32>, index) -> !pld.tensor<[M], f32>
  %3 = pld.intrinsic "x"() unchecked : () -> !pld.tensor<[M, 4], f32>
  pld.call @taken(%3, %p) : (!pld.tensor<[M, 4], f32>, !pld.ptr) -> ()
  pld.return
}
