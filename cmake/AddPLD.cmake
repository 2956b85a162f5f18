# The kinds of target this project has. One rule holds for all of them: MLIR and
# LLVM come from libMLIR.so and libLLVM.so only, never from their archives, so
# that a process holds each of their classes once.

# The precompiled header, shared by every target that is compiled often.
add_library(pld_pch OBJECT "${PROJECT_SOURCE_DIR}/cmake/pch.cpp")
llvm_update_compile_flags(pld_pch)
target_precompile_headers(pld_pch PRIVATE
  <llvm/ADT/TypeSwitch.h>
  <mlir/Bytecode/BytecodeOpInterface.h>
  <mlir/IR/BuiltinOps.h>
  <mlir/IR/Dialect.h>
  <mlir/IR/DialectImplementation.h>
  <mlir/IR/OpImplementation.h>
  <mlir/IR/PatternMatch.h>
  <mlir/IR/SymbolTable.h>
  <mlir/Interfaces/FunctionInterfaces.h>
  <mlir/Interfaces/InferTypeOpInterface.h>
  <mlir/Interfaces/SideEffectInterfaces.h>
  <mlir/Pass/Pass.h>)

# pld_add_library(name sources...): one part of libPLD. Object files, not an
# archive: nobody can link a second copy of the dialect by accident.
function(pld_add_library name)
  add_library(${name} OBJECT ${ARGN})
  llvm_update_compile_flags(${name})
  target_precompile_headers(${name} REUSE_FROM pld_pch)
  add_dependencies(${name} PLDIncGen PLDPassesIncGen)
  set_property(GLOBAL APPEND PROPERTY PLD_LIBRARIES ${name})
endfunction()

# pld_add_executable(name sources...): a program on top of libPLD.
function(pld_add_executable name)
  add_executable(${name} ${ARGN})
  llvm_update_compile_flags(${name})
  target_link_libraries(${name} PRIVATE PLD)
endfunction()
