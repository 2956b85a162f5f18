// RUN: pld-opt --pld-assign-origin-uids %s --split-input-file | FileCheck %s
// RUN: pld-opt --pld-assign-origin-uids %s --split-input-file 2>&1 >/dev/null | FileCheck %s --check-prefix=WARN
// RUN: pld-opt --pld-assign-origin-uids %s --split-input-file --mlir-print-debuginfo > %t
// RUN: pld-opt --pld-assign-origin-uids %t --split-input-file --mlir-print-debuginfo | diff %t -

// Made of function and place: not of the callee, and the same each time. Those
// of one place differ. Given ones are kept, and not given again.

#a = loc("model.py":3:5 to :20)
#b = loc("model.py":4:5 to :20)

// CHECK-LABEL: pld.func orchestration @main
// CHECK:       pld.call @step(%{{.*}}) {pld.origin_uid = "[[A:[0-9a-f]+]]"}
// CHECK-NEXT:  pld.call @step_0(%{{.*}}) {pld.origin_uid = "[[A]].1"}
// CHECK-NEXT:  pld.submit @step(%{{.*}}) {pld.origin_uid = "mine"}
// CHECK-NEXT:  pld.call @group(%{{.*}}) {pld.origin_uid = "[[A]].2"}
// CHECK-NEXT:  scf.if
// CHECK-NEXT:    pld.call @step(%{{.*}}) {pld.origin_uid = "[[B:[0-9a-f]+]]"}
pld.func orchestration @main(%x: i32, %c: i1) {
  pld.call @step(%x) : (i32) -> () loc(#a)
  pld.call @step_0(%x) : (i32) -> () loc(#a)
  %t = pld.submit @step(%x) {pld.origin_uid = "mine"} : (i32) -> !pld.task_id loc(#a)
  pld.call @group(%x) : (i32) -> () loc("name"(#a))
  scf.if %c {
    pld.call @step(%x) : (i32) -> () loc(#b)
  }
  pld.return
}
// Another function at the same place.
// CHECK-LABEL: pld.func graph @record
// CHECK-NOT:   "[[A]]"
// CHECK:       pld.call @step(%{{.*}}) {pld.origin_uid = "{{[0-9a-f]+}}"}
pld.func graph @record(%x: i32) {
  pld.call @step(%x) : (i32) -> () loc(#a)
  pld.return
}
// What is within a kernel is part of what makes kernels equal: no uid there.
// CHECK-LABEL: pld.func private group @group
// CHECK-NEXT:  pld.call @step(%{{.*}}) : (i32) -> ()
pld.func private group @group(%x: i32) {
  pld.call @step(%x) : (i32) -> () loc(#a)
  pld.return
}
pld.func private incore @step(%x: i32) {
  pld.return
}
pld.func private incore @step_0(%x: i32) {
  pld.return
}

// -----

// The order of dispatches binds nothing: without a place, no uid.

// WARN: warning: {{.*}}the dispatch of @step in @nowhere has no place in a file, and gets no 'pld.origin_uid'
// WARN: warning: {{.*}}the dispatch of @step in @nowhere has no place in a file, and gets no 'pld.origin_uid'
// WARN: warning: {{.*}}the dispatch of @step in @nowhere has no place
// WARN-NOT: warning
// CHECK-LABEL: pld.func orchestration @nowhere
// CHECK-NEXT:  pld.call @step(%{{.*}}) : (i32) -> ()
// CHECK-NEXT:  pld.call @step(%{{.*}}) : (i32) -> ()
// CHECK-NEXT:  pld.submit @step(%{{.*}}) : (i32)
// CHECK-NEXT:  pld.call @step(%{{.*}}) {pld.origin_uid = "{{[0-9a-f]+}}"}
pld.func orchestration @nowhere(%x: i32) {
  pld.call @step(%x) : (i32) -> () loc(unknown)
  pld.call @step(%x) : (i32) -> () loc("name")
  %t = pld.submit @step(%x) : (i32) -> !pld.task_id loc(fused["a", "b"])
  pld.call @step(%x) : (i32) -> () loc(callsite("name" at "model.py":3:5))
  pld.return
}
pld.func private incore @step(%x: i32) {
  pld.return
}

// -----

// A given uid that is one that would be made.

// CHECK-LABEL: pld.func orchestration @main
// CHECK:       pld.call @step(%{{.*}}) {pld.origin_uid = "[[A:[0-9a-f]+]].1"}
// CHECK-NEXT:  pld.call @step(%{{.*}}) {pld.origin_uid = "[[A]]"}
pld.func orchestration @main(%x: i32) {
  pld.call @step(%x) : (i32) -> () loc("model.py":3:5 to :20)
  pld.call @step(%x) {pld.origin_uid = "892c02ab9e1855d302edddc1dd7805ca"} : (i32) -> ()
  pld.return
}
pld.func private incore @step(%x: i32) {
  pld.return
}
