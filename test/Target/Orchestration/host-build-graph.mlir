// The runtime that is written for: its name in the configuration, and what it
// calls the number of cores on each platform.

// RUN: rm -rf %t && mkdir -p %t
// RUN: pld-opt %s --pld-assign-kernel-registrations -o %t/program.mlir
// RUN: pld-translate --pld-to-orchestration-cpp %t/program.mlir | FileCheck %s --check-prefix=BLOCKS
// RUN: pld-translate --pld-to-orchestration-cpp --pld-runtime=host_build_graph %t/program.mlir | FileCheck %s --check-prefix=BLOCKS
// RUN: pld-translate --pld-to-orchestration-cpp --pld-platform=a5 --pld-runtime=host_build_graph %t/program.mlir -o %t/a5.cpp
// RUN: FileCheck %s --check-prefix=BLOCKS < %t/a5.cpp
// RUN: pld-translate --pld-to-orchestration-cpp --pld-platform=a5 --pld-runtime=tensormap_and_ringbuffer %t/program.mlir | FileCheck %s --check-prefix=CORES
// BLOCKS: launch_spec.set_block_num({{.*}});
// CORES: launch_spec.set_core_num({{.*}});

// RUN: pld-translate --pld-to-registrations-json --pld-runtime=host_build_graph %t/program.mlir -o %t/program.json
// RUN: FileCheck %s --check-prefix=JSON < %t/program.json
// RUN: pld-translate --pld-to-kernel-config --pld-runtime=host_build_graph %t/program.mlir | FileCheck %s --check-prefix=PYTHON
// JSON: "runtime": "host_build_graph"
// PYTHON: "runtime": "host_build_graph"
// RUN: %python %S/Inputs/run.py %host_cxx %t/program.json %t/a5.cpp --exact tensor=4:7 scalar=3 | FileCheck %s --check-prefix=RECORD
// RECORD: "values": ["arg0", "7"], "block_num": 3}

!t = !pld.tensor<[4], i32>
pld.func private aiv @k(%x: !t, %v: i32) -> !t {
  pld.return %x : !t
}
pld.func orchestration @main(%x: !t, %n: index) {
  %c0 = arith.constant 0 : index
  %at = pld.make_tuple %c0 : tuple<index>
  %v = pld.intrinsic "tensor.read"(%x, %at) : (!t, tuple<index>) -> i32
  %0 = pld.call @k(%x, %v) core_num(%n) : (!t, i32) -> !t
  pld.return
}
