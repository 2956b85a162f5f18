"""lit configuration: `build/test/lit.site.cfg.py` sets what it reads of `config`."""

import os

import lit.formats
from lit.llvm import llvm_config

config.name = "PLD"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.pld_build_dir, "test")

tools_dir = os.path.join(config.pld_build_dir, "bin")
tools = ["pld", "pld-identity", "pld-kernels", "pld-lsp-server", "pld-opt", "pld-reduce", "pld-test-opt", "pld-translate"]
tools += ["pld-verify-dedup", "count", "llvm-nm", "llvm-readelf", "mlir-opt", "split-file"]
llvm_config.use_default_substitutions()  # FileCheck, not, count, %python
llvm_config.add_tool_substitutions(tools, [tools_dir, config.llvm_tools_dir])
llvm_config.with_system_environment(["ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS", "PLD_SLOW_TESTS"])

corpus = os.path.realpath(os.environ.get("PLD_CORPUS", config.corpus))
config.substitutions += [
    ("%pld_lib", os.path.join(config.pld_build_dir, "lib", "libPLD.so")),
    ("%corpus", corpus),
    ("%pld_build", config.pld_build_dir),
    ("%python", config.python),
    ("%host_cxx", config.host_cxx),
]

# A stock mlir-opt cannot load an instrumented library.
if not config.sanitized:
    config.available_features.add("plugin")

if os.path.isdir(corpus):
    config.available_features.add("corpus")
else:
    lit_config.note(f"no corpus at {corpus}: tests that need it are skipped; set PLD_CORPUS")
