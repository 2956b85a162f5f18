"""Compiles C++ whose variables the program names after words that C++ or its headers have already.

usage: words.py OPT TRANSLATE CXX..

The words are the keywords of all versions of GNU C++, the macros that each compiler has in each
version where the exported C++ is (of those that `_` leads, a few), and all words of that C++ and of
the stand-in for the runtime's header. Compilers that are missing are skipped.
"""

import os
import re
import shutil
import subprocess
import sys

INPUTS = os.path.dirname(os.path.abspath(__file__))
HEADER = os.path.join(INPUTS, "pto_orchestration_api.h")
VERSIONS = ["gnu++17", "gnu++20", "gnu++23", "gnu++26"]
KEYWORDS = """
alignas alignof and and_eq asm atomic_cancel atomic_commit atomic_noexcept auto bitand bitor bool
break case catch char char8_t char16_t char32_t class co_await co_return co_yield compl concept
const const_cast consteval constexpr constinit continue contract_assert decltype default delete do
double dynamic_cast else enum explicit export extern false final float for friend goto if import
inline int long module mutable namespace new noexcept not not_eq nullptr operator or or_eq override
post pre private protected public reflexpr register reinterpret_cast requires restrict return short
signed sizeof static static_assert static_cast struct switch synchronized template this
thread_local throw true try typedef typeid typename typeof typeof_unqual union unsigned using
virtual void volatile wchar_t while xor xor_eq
_Alignas _Alignof _Atomic _Bool _Complex _Decimal32 _Float16 _Float32x _Generic _Imaginary
_Noreturn _Static_assert _Thread_local __alignof __alignof__ __asm __asm__ __attribute
__attribute__ __auto_type __bf16 __builtin_inff __builtin_memcpy __builtin_offsetof
__builtin_va_arg __complex__ __const __const__ __decltype __extension__ __float128 __func__
__imag __imag__ __inline __inline__ __int128 __is_same __label__ __null __real __real__ __restrict
__restrict__ __signed__ __thread __typeof __typeof__ __underlying_type __volatile __volatile__
__FILE__ __FUNCTION__ __PRETTY_FUNCTION__ __VA_ARGS__ main std errno assert offsetof printf memcpy
stdin stdout stderr NULL EOF INT32_MAX UINT64_C NAN INFINITY linux unix i386 id n x if if_1 int_1
"""


def run(command, text=None):
    return subprocess.run(command, input=text, stdout=subprocess.PIPE, encoding="utf-8",
                          check=True).stdout


def export(opt, translate, words):
    """The C++ of a program with a scalar for each word, and a symbol, a task and a tensor for each
    of the first ones."""
    first = list(enumerate(words[:160]))
    lines = ["!t = !pld.tensor<[4], f32>", "pld.func private aiv @k(%n: index)",
             "pld.func private aiv @use(%y: !t)", "pld.func orchestration @main(%s: index" +
             "".join(f", %x{i}: !pld.tensor<[\"{word}\"], f32>" for i, word in first) + ") {",
             "%c4 = arith.constant 4 : index", "%shape = pld.make_tuple %c4 : tuple<index>"]
    last = "%s"
    for i, word in enumerate(words):
        lines.append(f"%s{i} = arith.addi {last}, %c4 : index loc(\"{word}\")")
        last = f"%s{i}"
    lines.append(f"%t = pld.submit @k({last}) : (index) -> !pld.task_id")
    for i, word in first:
        lines += [f"%d{i} = pld.symbol_value \"{word}\" : index",
                  f"%t{i} = pld.submit @k(%d{i}) : (index) -> !pld.task_id loc(\"{word}\")",
                  f"%a{i} = pld.intrinsic \"tensor.create\"(%shape) {{dtype = f32}} : (tuple<index>)"
                  f" -> !t loc(\"{word}\")",
                  f"%u{i} = pld.submit @use(%a{i}) deps(%t{i}) : (!t) -> !pld.task_id"]
    registered = run([opt, "--pld-assign-kernel-registrations", "--mlir-print-debuginfo"],
                     "\n".join(lines + ["pld.return", "}"]))
    return run([translate, "--pld-to-orchestration-cpp"], registered)


def main():
    opt, translate, *compilers = sys.argv[1:]
    compilers = [compiler for compiler in compilers if shutil.which(compiler)]
    words = KEYWORDS.split()
    code = export(opt, translate, words)
    with open(HEADER, encoding="utf-8") as file:
        words += re.findall(r"[A-Za-z_]\w*", code + file.read())
    configurations = []
    for compiler in compilers:
        for version in VERSIONS:
            flags = [compiler, f"-std={version}", f"-I{INPUTS}", "-x", "c++", "-"]
            if subprocess.run([*flags, "-fsyntax-only"], input="", encoding="utf-8",
                              stderr=subprocess.DEVNULL).returncode != 0:
                continue
            configurations.append(flags)
            words += re.findall(r"^#define ([A-Za-z]\w*)", run([*flags, "-dM", "-E"], code), re.MULTILINE)
    assert configurations, "no compiler"
    code = export(opt, translate, list(dict.fromkeys(words)))
    for flags in configurations:
        run([*flags, "-fsyntax-only", "-Wall", "-Wextra", "-Werror"], code)


if __name__ == "__main__":
    sys.exit(main())
