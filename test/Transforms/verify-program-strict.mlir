// With `strict` inexact dispatches are errors, all of them, and the pass fails.
// RUN: pld-opt %s --pld-verify-program=strict --verify-diagnostics --split-input-file
// RUN: not pld-opt %s --pld-verify-program=strict --split-input-file -o /dev/null
// RUN: pld-opt %s --pld-verify-program --split-input-file -o /dev/null

pld.func private incore @exact(%x: !pld.tensor<[N, 64], f32>)
pld.func orchestration @main(%x: !pld.tensor<[S, 64], f32>) {
  pld.call @exact(%x) : (!pld.tensor<[S, 64], f32>) -> ()
  pld.return
}

// -----

// expected-note @below {{'@step' is here; parameter #0 is}}
pld.func private incore @step(%x: !pld.tensor<[128, 64], f32>)
pld.func orchestration @main(%x: !pld.tensor<[S, 64], f32>) {
  // expected-error @below {{dispatch of '@step' is not exact: argument #0: dimension #0 is S here, but 128 in '@step'}}
  pld.call @step(%x) : (!pld.tensor<[S, 64], f32>) -> ()
  // expected-error @below {{argument #0: dimension #0 is S here, but 128 in '@step'}}
  %t = pld.submit @step(%x) : (!pld.tensor<[S, 64], f32>) -> !pld.task_id
  pld.return
}
