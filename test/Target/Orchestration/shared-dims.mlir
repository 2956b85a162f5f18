// Dimensions whose expressions share parts: each part is computed once, so that
// the C++ is not larger than the program.

// RUN: rm -rf %t && mkdir -p %t
// RUN: %python %S/Inputs/shared-dims.py 60 > %t/deep.mlir
// RUN: pld-opt %t/deep.mlir --pld-assign-kernel-registrations -o %t/program.mlir
// RUN: pld-translate --pld-to-registrations-json %t/program.mlir -o %t/program.json
// RUN: pld-translate --pld-to-orchestration-cpp %t/program.mlir -o %t/main.cpp
// RUN: %python %S/Inputs/run.py %host_cxx %t/program.json %t/main.cpp --exact tensor=1 | FileCheck %s

// 2 * 2^60 mod 1000
// CHECK: "values": ["arg0", "new 952x4"]}
// CHECK-NEXT: "values": ["arg0", "new 952x4"]}
// CHECK-NEXT: "values": ["arg0", "new 952x4"]}
