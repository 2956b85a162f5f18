# MLIR's own compile flags, then what our options add to them.

set(MLIR_BINARY_DIR "${PROJECT_BINARY_DIR}") # where add_mlir_doc() writes
set(LLVM_ENABLE_WERROR ${PLD_WERROR})
if(PLD_SANITIZE)
  # HandleLLVMOptions has to know: it then drops -Wl,-z,defs from shared libraries.
  set(LLVM_USE_SANITIZER Address)
  add_compile_options(-fsanitize=undefined -fno-sanitize=vptr
                      -fno-sanitize-recover=all -O1 -g)
  add_link_options(-fsanitize=undefined)
endif()
if(PLD_SANITIZE OR PLD_ENABLE_ASSERTIONS)
  # Safe beside a release libMLIR as long as no pass has TableGen statistics.
  add_compile_options(-UNDEBUG)
endif()
if(PLD_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(NOT PLD_PCH)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()

list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)
include(HandleLLVMOptions)
separate_arguments(llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
add_definitions(${llvm_definitions})
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # Without it no precompiled header is ever the same twice, and ccache misses.
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
endif()
