// What binds a shape symbol in a function.
// RUN: pld-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: pld-opt %s --allow-unregistered-dialect --mlir-print-op-generic | pld-opt --allow-unregistered-dialect | FileCheck %s
// RUN: pld-opt %s --allow-unregistered-dialect --emit-bytecode | pld-opt --allow-unregistered-dialect | FileCheck %s
// RUN: pld-opt %s --allow-unregistered-dialect --verify-roundtrip -o /dev/null

// The type of a parameter, wherever a symbol is in it.
// CHECK-LABEL: pld.func private incore @parameter_types
pld.func private incore @parameter_types(
    %a: !pld.tensor<[min(A, B * 2)], f32, stride = [C], valid = [D - 1], memref = <"m", offset = E, slot = F>>,
    %b: !pld.dist_tensor<[G], f32, window = <"w", base = "p", size = H>>,
    %c: tuple<!pld.tile<[I], f32, view = <row_major, none_box, 1, start = J, stride = [K], valid = [L]>>>,
    %d: !pld.array<M x i32>) {
  // CHECK: !pld.tensor<[A, B, C, D, E, F, G, H, I, J, K, L, M], f32>
  %0 = "test.op"() : () -> !pld.tensor<[A, B, C, D, E, F, G, H, I, J, K, L, M], f32>
  pld.return
}

// A parameter that carries it.
// CHECK-LABEL: pld.func private incore @parameters(
// CHECK-SAME:  %{{.*}}: index {pld.symbol = "N"}, %{{.*}}: i64 {pld.symbol = "a b"}, %{{.*}}: !pld.ptr {pld.symbol = "p"})
pld.func private incore @parameters(%n: index {pld.symbol = "N"}, %m: i64 {pld.symbol = "a b"}, %p: !pld.ptr {pld.symbol = "p"}) {
  %0 = "test.op"() : () -> !pld.tensor<[N, "a b" : i64, p : !pld.ptr], f32>
  pld.return
}

// A value in the body, also before the operation that binds it, and from a region.
// CHECK-LABEL: pld.func private incore @values(
pld.func private incore @values(%n: index, %p: !pld.ptr, %c: i1) {
  %0 = "test.op"() : () -> !pld.tensor<[K, L : i64, "p q" : !pld.ptr], f32>
  // CHECK: pld.bind_symbol %{{.*}} as "K" : index
  pld.bind_symbol %n as "K" : index
  // CHECK: pld.bind_symbol %{{.*}} as "p q" {test.note} : !pld.ptr
  pld.bind_symbol %p as "p q" {test.note} : !pld.ptr
  scf.if %c {
    %i = arith.constant 1 : i64
    // CHECK: pld.bind_symbol %{{.*}} as "L" : i64
    pld.bind_symbol %i as "L" : i64
  }
  pld.return
}

// Declarations bind what their parameters mention, results included.
// CHECK-LABEL: pld.func private aiv @declaration(
pld.func private aiv @declaration(%x: !pld.tensor<[M], f32>) -> !pld.tensor<[M], f32>

// The rest is listed.
// CHECK-LABEL: pld.func private aiv @free(
// CHECK-SAME:  free_symbols = ["N", "a b", "unused"]
pld.func private aiv @free() -> !pld.tensor<[N, "a b"], f32> attributes {free_symbols = ["N", "a b", "unused"]}

// The value of a bound symbol.
// CHECK-LABEL: pld.func private incore @symbol_value(
pld.func private incore @symbol_value(%x: !pld.tensor<[M, "a b" : i64], f32>) -> (index, i64) {
  // CHECK: pld.symbol_value "M" : index
  %0 = pld.symbol_value "M" : index
  // CHECK: pld.symbol_value "a b" {test.note} : i64
  %1 = pld.symbol_value "a b" {test.note} : i64
  pld.return %0, %1 : index, i64
}

// Bound ones in attributes.
// CHECK-LABEL: pld.func private incore @attributes(
pld.func private incore @attributes(%x: !pld.tensor<[M], f32>) attributes {test.attr = #pld.sym<M>} {
  "test.op"() {type = !pld.tensor<[M], f32>, list = [{a = #pld.expr<M + 1>}]} : () -> ()
  pld.comm_domain_scope devices [0] slots [#pld.window<"w", base = "p", size = M * 4>] {
  }
  pld.return
}

// A nested program has symbols of its own: neither sees the other's.
// CHECK-LABEL: pld.func private incore @outer(
pld.func private incore @outer(%x: !pld.tensor<[M], f32>) {
  builtin.module {
    pld.func private incore @inner(%x: !pld.tensor<[N], f32>, %n: index) {
      pld.bind_symbol %n as "M" : index
      %0 = "test.op"() : () -> !pld.tensor<[N, M], f32>
      pld.return
    }
  }
  pld.return
}
