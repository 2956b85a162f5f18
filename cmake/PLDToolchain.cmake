# What the caller left open, chosen before project(): clang 22, ccache, Release,
# and the distribution's Python (the one that sees the distribution's modules).

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type")
endif()

if(NOT CMAKE_CXX_COMPILER AND NOT CMAKE_C_COMPILER
   AND NOT DEFINED ENV{CXX} AND NOT DEFINED ENV{CC})
  find_program(PLD_CLANG clang-22)
  find_program(PLD_CLANGXX clang++-22)
  mark_as_advanced(PLD_CLANG PLD_CLANGXX)
  if(PLD_CLANG AND PLD_CLANGXX)
    set(CMAKE_C_COMPILER "${PLD_CLANG}" CACHE FILEPATH "C compiler")
    set(CMAKE_CXX_COMPILER "${PLD_CLANGXX}" CACHE FILEPATH "C++ compiler")
  endif()
endif()

find_program(PLD_LLD ld.lld-22)
mark_as_advanced(PLD_LLD)
if(PLD_LLD AND CMAKE_CXX_COMPILER MATCHES "clang[^/]*$")
  option(LLVM_ENABLE_LLD "Link with lld" ON)
endif()

find_program(PLD_CCACHE ccache)
mark_as_advanced(PLD_CCACHE)
if(PLD_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # The sloppiness lets ccache cache compilations that use the precompiled header.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND};-E;env;CCACHE_SLOPPINESS=pch_defines,time_macros;${PLD_CCACHE}"
      CACHE STRING "Compiler launcher")
endif()

if(NOT Python3_EXECUTABLE)
  find_program(Python3_EXECUTABLE python3 PATHS /usr/bin NO_DEFAULT_PATH)
  find_program(Python3_EXECUTABLE python3)
endif()
