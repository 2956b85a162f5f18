// Names of the front end that C++, its headers or the file have already, and
// many that are the same.

// RUN: rm -rf %t && mkdir -p %t
// RUN: pld-opt %s --pld-assign-kernel-registrations --mlir-print-debuginfo -o %t/program.mlir
// RUN: pld-translate --pld-to-registrations-json %t/program.mlir -o %t/program.json
// RUN: pld-translate --pld-to-orchestration-cpp %t/program.mlir -o %t/main.cpp
// RUN: FileCheck %s --check-prefix=NAMES < %t/main.cpp
// RUN: %python %S/Inputs/run.py %host_cxx %t/program.json %t/main.cpp --exact tensor=3,4 scalar=1 scalar=2 scalar=3 scalar=4 scalar=5 scalar=6 scalar=7 scalar=8 | FileCheck %s
// RUN: %python -c "n = 20000; print('pld.func private aiv @k(%%n: index)\npld.func orchestration @main(%%n: index) {\n' + n * 'pld.submit @k(%%n) : (index) -> !pld.task_id\n' + 'pld.return\n}')" | pld-opt --pld-assign-kernel-registrations -o %t/many.mlir
// RUN: pld-translate --pld-to-orchestration-cpp %t/many.mlir | grep -c rt_submit_aiv_task | FileCheck %s --check-prefix=MANY

// NAMES-DAG: int64_t INT32_MAX_ =
// NAMES-DAG: int64_t SEEK_SET_ =
// NAMES-DAG: int64_t BUFSIZ_ =
// NAMES-DAG: int64_t BATCH_ =
// NAMES-DAG: int64_t BATCH_1 =
// NAMES-DAG: int64_t N2 =
// NAMES-DAG: int64_t pld_add_1 =
// NAMES-DAG: int64_t v1X =
// NAMES-DAG: int64_t int_1 =
// CHECK: "values": ["arg0", "1", "2", "3", "4", "5", "6", "7", "8"]}
// MANY: 20000

!t = !pld.tensor<[N2, "NULL"], f32>
pld.func private aiv @k(%x: !t, %a: index, %b: index, %c: index, %d: index, %e: index, %f: index, %g: index, %h: index)
pld.func orchestration @main(%x: !t loc("INT8_MAX"), %a: index loc("INT32_MAX"), %b: index loc("SEEK_SET"), %c: index loc("BUFSIZ"),
                             %d: index loc("BATCH"), %e: index loc("BATCH"), %f: index loc("pld_add"), %g: index loc("1X"), %h: index loc("int")) {
  pld.call @k(%x, %a, %b, %c, %d, %e, %f, %g, %h) : (!t, index, index, index, index, index, index, index, index) -> ()
  %0 = pld.symbol_value "N2" : index
  %1 = pld.symbol_value "NULL" : index
  %2 = arith.addi %f, %0 : index
  scf.for %i = %2 to %1 step %1 {
  }
  pld.return
}
