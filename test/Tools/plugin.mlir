// libPLD.so is a plugin of a stock mlir-opt, and loads again where it already is.
// REQUIRES: plugin
// RUN: mlir-opt %s --load-dialect-plugin=%pld_lib --pass-pipeline='builtin.module(pld-verify-program)' | FileCheck %s
// RUN: mlir-opt %s --load-pass-plugin=%pld_lib --pass-pipeline='builtin.module(pld-verify-program)' | FileCheck %s
// RUN: mlir-opt %s --load-dialect-plugin=%pld_lib --show-dialects | FileCheck %s --check-prefix=DIALECTS
// RUN: pld-opt %s --load-dialect-plugin=%pld_lib --load-pass-plugin=%pld_lib --pld-verify-program | FileCheck %s

// CHECK: module
// DIALECTS: pld
module {
}
