// The functions of deduplicate-outlined-kernels-report.mlir in another order.
!A = !pld.tensor<[A, 16], f32>
!C = !pld.tensor<[C, 16], f32>
!D = !pld.tensor<[D, 16], f32>
!fixed = !pld.tensor<[64, 16], f32>
!S = !pld.tensor<[S, 16], f32>
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
pld.func private incore @"one \22of\22 a kind"() {
  pld.return
}
pld.func private group @g1(%x: !A) {
  pld.call @m1(%x) : (!A) -> ()
  pld.return
}
pld.func private group @g0(%x: !A) {
  pld.call @m0(%x) : (!A) -> ()
  pld.return
}
pld.func private aic @m1(%x: !A) {
  pld.return
}
pld.func private aic @m0(%x: !A) {
  pld.return
}
pld.func private aiv @d(%x: !D) {
  %0 = pld.intrinsic "tensor.create"() unchecked : () -> !D
  pld.return
}
pld.func private aiv @c(%x: !C) {
  %0 = pld.intrinsic "tensor.create"() unchecked : () -> !C
  pld.return
}
pld.func private aiv @b(%x: !A) {
  %0 = pld.intrinsic "tensor.create"() unchecked : () -> !A
  pld.return
}
pld.func private aiv @a(%x: !A) {
  %0 = pld.intrinsic "tensor.create"() unchecked : () -> !A
  pld.return
}
