// RUN: rm -rf %t && mkdir -p %t
// RUN: pld-opt %s --pld-assign-kernel-registrations -o %t/program.mlir
// RUN: pld-translate --pld-to-registrations-json %t/program.mlir -o %t/program.json
// RUN: FileCheck %s --check-prefix=JSON < %t/program.json
// RUN: pld-translate --pld-to-kernel-config --pld-orchestration=main %t/program.mlir -o %t/kernel_config.py
// RUN: FileCheck %s --check-prefix=PYTHON --strict-whitespace --match-full-lines < %t/kernel_config.py
// RUN: %python %S/Inputs/check-config.py %t/kernel_config.py %t/program.json main
// RUN: pld-translate --pld-to-kernel-config --pld-orchestration=nothing %t/program.mlir -o %t/kernel_config.py
// RUN: FileCheck %s --check-prefix=EMPTY --match-full-lines < %t/kernel_config.py
// RUN: %python %S/Inputs/check-config.py %t/kernel_config.py %t/program.json nothing
// RUN: pld-opt %S/Inputs/hostile-names.mlir --pld-assign-kernel-registrations -o %t/hostile.mlir
// RUN: pld-translate --pld-to-registrations-json %t/hostile.mlir -o %t/hostile.json
// RUN: pld-translate --pld-to-kernel-config %t/hostile.mlir -o %t/kernel_config.py
// RUN: %python %S/Inputs/check-config.py %t/kernel_config.py %t/hostile.json | FileCheck %s --check-prefix=HOSTILE

// The keys are sorted, and the whole text depends on the program only.

//      JSON: {
// JSON-NEXT:  "orchestrations": [
// JSON-NEXT:   {
// JSON-NEXT:    "kernels": [
// JSON-NEXT:     {
// JSON-NEXT:      "core_type": "aic",
// JSON-NEXT:      "external": true,
// JSON-NEXT:      "func_id": 0,
// JSON-NEXT:      "name": "cube",
// JSON-NEXT:      "signature": [
// JSON-NEXT:       "in",
// JSON-NEXT:       "out"
// JSON-NEXT:      ]
// JSON-NEXT:     },
//      JSON:      "func_id": 1,
//      JSON:      "func_id": 2,
//      JSON:    "name": "main",
// JSON-NEXT:    "orchestration_signature": [
// JSON-NEXT:     "in",
// JSON-NEXT:     "out"
// JSON-NEXT:    ],
// JSON-NEXT:    "runtime": {
// JSON-NEXT:     "aicpu_thread_num": 0,
// JSON-NEXT:     "enable_sdma": true,
// JSON-NEXT:     "runtime": "tensormap_and_ringbuffer"
// JSON-NEXT:    },
// JSON-NEXT:    "tasks": [
// JSON-NEXT:     {
// JSON-NEXT:      "adds": [
// JSON-NEXT:       "input",
// JSON-NEXT:       "output",
// JSON-NEXT:       "scalar"
// JSON-NEXT:      ],
// JSON-NEXT:      "ids": [
// JSON-NEXT:       0,
// JSON-NEXT:       1
// JSON-NEXT:      ],
// JSON-NEXT:      "slots": [
// JSON-NEXT:       0,
// JSON-NEXT:       1,
// JSON-NEXT:       null
// JSON-NEXT:      ]
// JSON-NEXT:     },
//      JSON:       "no_dep",
// JSON-NEXT:       "output",
// JSON-NEXT:       "scalar"
//      JSON:      "ids": [
// JSON-NEXT:       2
// JSON-NEXT:      ],
// JSON-NEXT:      "slots": [
// JSON-NEXT:       null,
// JSON-NEXT:       0,
// JSON-NEXT:       0
// JSON-NEXT:      ]
//      JSON:      "slots": null
//      JSON:    "kernels": [],
// JSON-NEXT:    "name": "nothing",
//      JSON:  "schema": 1
// JSON-NEXT: }

//      PYTHON:# Kernels and orchestration of one program, for the runtime.
// PYTHON-NEXT:from pathlib import Path
// PYTHON-NEXT:from simpler.task_interface import ArgDirection as _D
// PYTHON-EMPTY:
// PYTHON-NEXT:_ROOT_DIR = Path(__file__).parent
// PYTHON-EMPTY:
// PYTHON-NEXT:RUNTIME_CONFIG = {
// PYTHON-NEXT:	"runtime": "tensormap_and_ringbuffer",
// PYTHON-NEXT:	"aicpu_thread_num": 0,
// PYTHON-NEXT:	"enable_sdma": True,
// PYTHON-NEXT:}
// PYTHON-EMPTY:
// PYTHON-NEXT:ORCHESTRATION = {
// PYTHON-NEXT:	"source": str(_ROOT_DIR / "orchestration" / "main.cpp"),
// PYTHON-NEXT:	"function_name": "aicpu_orchestration_entry",
// PYTHON-NEXT:	"signature": [_D.IN, _D.OUT],
// PYTHON-NEXT:}
// PYTHON-EMPTY:
// PYTHON-NEXT:KERNELS = [
// PYTHON-NEXT:	{"func_id": 0, "name": "cube", "source": "kernels/cube.cpp", "core_type": "aic", "external": True, "extra_include_dirs": ["include"], "signature": [_D.IN, _D.OUT]},
// PYTHON-NEXT:	{"func_id": 1, "name": "vector", "source": str(_ROOT_DIR / "kernels" / "aiv" / "vector.cpp"), "core_type": "aiv", "signature": [_D.IN, _D.OUT]},
// PYTHON-NEXT:	{"func_id": 2, "name": "both", "source": str(_ROOT_DIR / "kernels" / "aiv" / "both.cpp"), "core_type": "aiv", "signature": [_D.INOUT, _D.OUT]},
// PYTHON-NEXT:	{"func_id": 3, "name": "none", "source": str(_ROOT_DIR / "kernels" / "aiv" / "none.cpp"), "core_type": "aiv"},
// PYTHON-NEXT:]

// EMPTY-NOT: ArgDirection
// EMPTY-NOT: signature
// EMPTY: KERNELS = [
// EMPTY-NEXT: ]

// HOSTILE: "name": "q\"'\\", "source": "ROOT/kernels/aiv/q\"'\\.cpp"
// HOSTILE-SAME: "name": "line\nfeed"
// HOSTILE-SAME: "name": "\u00e9\u2028\ud83d\ude00"
// HOSTILE-SAME: "name": "${x}{0}%s#"
// HOSTILE-SAME: "source": "a \"b\"\\c\n.cpp", "core_type": "aic", "external": true, "extra_include_dirs": ["/i \"1\"", "i\u00e92"]

!t = !pld.tensor<[64], f32>
pld.func private aic @cube(%x: !t, %y: out !t, %n: index) attributes {
  external_source = "kernels/cube.cpp", external_include_dirs = "[\"include\"]"}
pld.func private aiv @vector(%x: !t, %y: out !t, %n: index) {
  pld.return
}
pld.func private group @mixed(%n: index, %x: !t, %y: out !t) {
  pld.call @cube(%x, %y, %n) : (!t, !t, index) -> ()
  pld.call @vector(%x, %y, %n) : (!t, !t, index) -> ()
  pld.return
}
pld.func private aiv @both(%x: !t, %n: index, %y: out !t) attributes {dual_aiv_dispatch = true} {
  %0 = pld.prefetch.make_context() : () -> !pld.prefetch_context
  pld.return
}
pld.func private aiv @none() {
  pld.return
}
pld.func orchestration @main(%x: !t, %n: index, %y: out !t) {
  pld.call @mixed(%n, %x, %y) : (index, !t, !t) -> ()
  pld.call @both(%x, %n, %y) {arg_directions = [#pld<arg_direction no_dep>, #pld<arg_direction scalar>, #pld<arg_direction output_existing>]} : (!t, index, !t) -> ()
  pld.call @none() : () -> ()
  pld.return
}
pld.func orchestration @nothing() {
  pld.return
}
