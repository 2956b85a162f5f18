// What an export refuses: one error, nothing written.

// RUN: rm -rf %t && split-file %s %t
// RUN: not pld-translate --pld-to-registrations-json %t/none.mlir -o %t/out 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not pld-translate --pld-to-kernel-config %t/none.mlir -o %t/out 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not pld-translate --pld-to-registrations-json %t/added.mlir -o %t/out 2>&1 | FileCheck %s --check-prefix=ADDED
// RUN: not pld-translate --pld-to-registrations-json %t/changed.mlir -o %t/out 2>&1 | FileCheck %s --check-prefix=CHANGED
// RUN: not pld-translate --pld-to-kernel-config %t/several.mlir -o %t/out 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: not pld-translate --pld-to-kernel-config --pld-orchestration=third %t/several.mlir -o %t/out 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not pld-translate --pld-to-kernel-config %t/empty.mlir -o %t/out 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: pld-opt %t/path.mlir --pld-assign-kernel-registrations | not pld-translate --pld-to-kernel-config -o %t/out 2>&1 | FileCheck %s --check-prefix=PATH
// RUN: pld-opt %t/dirs.mlir --pld-assign-kernel-registrations | not pld-translate --pld-to-kernel-config 2>&1 | FileCheck %s --check-prefix=DIRS
// RUN: pld-opt %t/bytes.mlir --pld-assign-kernel-registrations | not pld-translate --pld-to-registrations-json -o %t/out 2>&1 | FileCheck %s --check-prefix=BYTES
// Deduplication comes first; else kernels become one whose registrations do not.
// RUN: pld-opt %t/order.mlir --pld-assign-kernel-registrations --pld-deduplicate-outlined-kernels | not pld-translate --pld-to-registrations-json -o %t/out 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: pld-opt %t/order.mlir --pld-deduplicate-outlined-kernels --pld-assign-kernel-registrations | pld-translate --pld-to-registrations-json | FileCheck %s --check-prefix=RIGHT
// RUN: not ls %t/out

// NONE: none.mlir:1:1: error: '@main' has no kernel registrations; run pld-assign-kernel-registrations
// NONE-NOT: error:
// ADDED: added.mlir:5:3: error: launches 1 kernels, but has 0 kernel ids; run pld-assign-kernel-registrations
// CHANGED: changed.mlir:4:3: error: launches '@k', but the registration with its func_id 0 is #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [in]>; run pld-assign-kernel-registrations
// SEVERAL: error: the program has several orchestrations; choose one (--pld-orchestration): '@first' '@second'
// OTHER: error: the program has no orchestration '@third', but '@first' '@second'
// EMPTY: error: the program has no orchestration
// PATH: error: the source of '@../../x' cannot be named after it
// BYTES: error: the name of '@bad{{.}}' is not UTF-8, and cannot be written
// ORDER: error: '@main' registers '@k1' twice with one signature; run pld-assign-kernel-registrations
// RIGHT: "name": "k1"
// RIGHT-NOT: "name": "k
// DIRS-NOT: KERNELS
// DIRS: error: 'external_include_dirs' of '@k' must be a JSON list of strings, in a string
// DIRS-NOT: KERNELS

//--- bytes.mlir
pld.func private aiv @"bad\FF"() { pld.return }
pld.func orchestration @main() {
  pld.call @"bad\FF"() : () -> ()
  pld.return
}

//--- order.mlir
pld.func private aiv @k1() { pld.return }
pld.func private aiv @k2() { pld.return }
pld.func orchestration @main() {
  pld.call @k1() : () -> ()
  pld.call @k2() : () -> ()
  pld.return
}

//--- none.mlir
pld.func orchestration @main() {
  pld.return
}
//--- added.mlir
pld.func private aiv @k()
pld.func orchestration @main() attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = []>]} {
  pld.call @k() {pld.kernel_ids = array<i32: 0>} : () -> ()
  pld.call @k() : () -> ()
  pld.return
}
//--- changed.mlir
pld.func private aiv @k(%x: out !pld.tensor<[M], f32>)
pld.func orchestration @main(%x: !pld.tensor<[M], f32>) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [in]>]} {
  pld.call @k(%x) {pld.kernel_ids = array<i32: 0>} : (!pld.tensor<[M], f32>) -> ()
  pld.return
}
//--- several.mlir
pld.func orchestration @first() {
  pld.return
}
pld.func orchestration @second() {
  pld.return
}
//--- empty.mlir
pld.func private aiv @k()
//--- path.mlir
pld.func private aiv @"../../x"() {
  pld.return
}
pld.func orchestration @main() {
  pld.call @"../../x"() : () -> ()
  pld.return
}
//--- dirs.mlir
pld.func private aiv @k() attributes {external_source = "k.cpp", external_include_dirs = "[1]"}
pld.func orchestration @main() {
  pld.call @k() : () -> ()
  pld.return
}
