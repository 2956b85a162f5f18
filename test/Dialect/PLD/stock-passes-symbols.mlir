// What reads a symbol stays between the binding before it and the next one.
// RUN: pld-opt %s --loop-invariant-code-motion | FileCheck %s
// RUN: pld-opt %s --cse | FileCheck %s
// RUN: pld-opt %s --control-flow-sink | FileCheck %s
// RUN: pld-opt %s --canonicalize --cse --loop-invariant-code-motion --control-flow-sink --remove-dead-values | FileCheck %s

!t = !pld.tensor<[8], f32>
!k = !pld.tensor<[K], f32>
pld.func private aiv @use(%x: !t, %n: index)
pld.func private aiv @use_k(%x: !pld.tensor<[N], f32>)

// So does a value whose type names a symbol, however it was made.
// CHECK-LABEL: @casts(
// CHECK:         scf.for
// CHECK-NEXT:      pld.bind_symbol
// CHECK-NEXT:      pld.unchecked_cast
// CHECK:         pld.bind_symbol
// CHECK-NEXT:    pld.unchecked_cast
// CHECK:         pld.bind_symbol
// CHECK-NEXT:    pld.unchecked_cast
pld.func orchestration @casts(%p: index, %q: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    pld.bind_symbol %i as "K" : index
    %0 = pld.unchecked_cast %p : index to !k
    pld.intrinsic "tensor.use"(%0) unchecked : (!k) -> ()
  }
  pld.bind_symbol %p as "K" : index
  %1 = pld.unchecked_cast %q : index to !k
  pld.intrinsic "tensor.use"(%1) unchecked : (!k) -> ()
  pld.bind_symbol %q as "K" : index
  %2 = pld.unchecked_cast %q : index to !k
  pld.intrinsic "tensor.use"(%2) unchecked : (!k) -> ()
  pld.return
}

// CHECK-LABEL: @loop(
// CHECK:         pld.bind_symbol %arg1 as "K"
// CHECK-NEXT:    %[[A:.*]] = pld.symbol_value "K"
// CHECK-NEXT:    pld.call @use(%{{.*}}, %[[A]])
// CHECK-NEXT:    scf.for %[[I:.*]] =
// CHECK-NEXT:      %[[B:.*]] = pld.symbol_value "K"
// CHECK-NEXT:      pld.call @use(%{{.*}}, %[[B]])
// CHECK-NEXT:      pld.bind_symbol %[[I]] as "K"
// CHECK-NEXT:      %[[C:.*]] = pld.symbol_value "K"
// CHECK-NEXT:      pld.call @use(%{{.*}}, %[[C]])
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[D:.*]] = pld.symbol_value "K"
// CHECK-NEXT:    pld.call @use(%{{.*}}, %[[D]])
pld.func orchestration @loop(%x: !t, %a: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pld.bind_symbol %a as "K" : index
  %0 = pld.symbol_value "K" : index
  pld.call @use(%x, %0) : (!t, index) -> ()
  scf.for %i = %c0 to %n step %c1 {
    // That of the round before.
    %1 = pld.symbol_value "K" : index
    pld.call @use(%x, %1) : (!t, index) -> ()
    pld.bind_symbol %i as "K" : index
    %2 = pld.symbol_value "K" : index
    pld.call @use(%x, %2) : (!t, index) -> ()
  }
  %3 = pld.symbol_value "K" : index
  pld.call @use(%x, %3) : (!t, index) -> ()
  pld.return
}

// A type reads the symbols that it names.
// CHECK-LABEL: @types(
// CHECK:         scf.for
// CHECK-NEXT:      pld.bind_symbol
// CHECK-NEXT:      %[[R:.*]] = pld.retype %arg0
// CHECK-NEXT:      %[[T:.*]] = pld.make_tuple %[[R]]
// CHECK-NEXT:      %[[G:.*]] = pld.tuple_get %[[T]]
// CHECK-NEXT:      pld.call @use_k(%[[G]])
// CHECK-NEXT:      %[[S:.*]] = pld.reinterpret %arg2
// CHECK-NEXT:      pld.call @use_k(%[[S]])
// CHECK-NEXT:      %[[U:.*]] = pld.undefined
// CHECK-NEXT:      pld.call @use_k(%[[U]])
// CHECK-NEXT:    }
pld.func orchestration @types(%x: !t, %n: index, %y: !pld.dist_tensor<[8], f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    pld.bind_symbol %i as "K" : index
    %0 = pld.retype %x : !t to !k
    %1 = pld.make_tuple %0 : tuple<!k>
    %2 = pld.tuple_get %1[0] : tuple<!k> -> !k
    pld.call @use_k(%2) : (!k) -> ()
    %3 = pld.reinterpret %y : !pld.dist_tensor<[8], f32> to !k
    pld.call @use_k(%3) : (!k) -> ()
    %4 = pld.undefined : !k
    pld.call @use_k(%4) : (!k) -> ()
  }
  pld.return
}

// The same type, but not the same symbol.
// CHECK-LABEL: @twice(
// CHECK:         pld.bind_symbol %arg1
// CHECK-NEXT:    %[[A:.*]] = pld.retype
// CHECK-NEXT:    pld.bind_symbol %arg2
// CHECK-NEXT:    %[[B:.*]] = pld.retype
// CHECK-NEXT:    pld.call @use_k(%[[A]])
// CHECK-NEXT:    pld.call @use_k(%[[B]])
pld.func orchestration @twice(%x: !t, %a: index, %b: index) {
  pld.bind_symbol %a as "K" : index
  %0 = pld.retype %x : !t to !k
  pld.bind_symbol %b as "K" : index
  %1 = pld.retype %x : !t to !k
  pld.call @use_k(%0) : (!k) -> ()
  pld.call @use_k(%1) : (!k) -> ()
  pld.return
}

// Not into a branch that comes after the next binding.
// CHECK-LABEL: @sink(
// CHECK:         pld.bind_symbol %arg1
// CHECK-NEXT:    %[[A:.*]] = pld.symbol_value "K"
// CHECK-NEXT:    pld.bind_symbol %arg2
// CHECK-NEXT:    scf.if
// CHECK-NEXT:      pld.call @use(%{{.*}}, %[[A]])
pld.func orchestration @sink(%x: !t, %a: index, %b: index, %c: i1) {
  pld.bind_symbol %a as "K" : index
  %0 = pld.symbol_value "K" : index
  pld.bind_symbol %b as "K" : index
  scf.if %c {
    pld.call @use(%x, %0) : (!t, index) -> ()
  }
  pld.return
}

// A binding in a branch or scope is one, too.
// CHECK-LABEL: @nested(
// CHECK:         pld.bind_symbol %arg1
// CHECK-NEXT:    %[[A:.*]] = pld.symbol_value "K"
// CHECK-NEXT:    scf.if
// CHECK-NEXT:      pld.runtime_scope {
// CHECK-NEXT:        pld.bind_symbol %arg2
// CHECK:         %[[B:.*]] = pld.symbol_value "K"
// CHECK-NEXT:    pld.call @use(%{{.*}}, %[[A]])
// CHECK-NEXT:    pld.call @use(%{{.*}}, %[[B]])
pld.func orchestration @nested(%x: !t, %a: index, %b: index, %c: i1) {
  pld.bind_symbol %a as "K" : index
  %0 = pld.symbol_value "K" : index
  scf.if %c {
    pld.runtime_scope {
      pld.bind_symbol %b as "K" : index
    }
  }
  %1 = pld.symbol_value "K" : index
  pld.call @use(%x, %0) : (!t, index) -> ()
  pld.call @use(%x, %1) : (!t, index) -> ()
  pld.return
}

// Storage is named after a pointer.
// CHECK-LABEL: @storage(
// CHECK:         scf.if
// CHECK-NEXT:      pld.bind_symbol
// CHECK-NEXT:      %[[R:.*]] = pld.retype
// CHECK-NEXT:      pld.intrinsic "use"(%[[R]])
pld.func private incore @storage(%x: !t, %p: !pld.ptr, %c: i1) {
  scf.if %c {
    pld.bind_symbol %p as "pool" : !pld.ptr
    %0 = pld.retype %x : !t to !pld.tensor<[8], f32, memref = <"pool", offset = 0, size = 32>>
    pld.intrinsic "use"(%0) unchecked : (!pld.tensor<[8], f32, memref = <"pool", offset = 0, size = 32>>) -> ()
  }
  pld.return
}
