#!/usr/bin/env bash
# From the program of the demo to a package, with the host's compiler in the place
# of the device's. usage: run.sh [FOLDER OF THE TOOLS [NEW FOLDER FOR THE RESULTS]]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
bin=${1:-$root/build/bin}
out=${2:-$root/build/kernels}
mkdir -p "$out/include" "$out/program/orchestration"

# Kernels that are equal share a definition; what is launched gets numbers.
"$bin/pld-opt" "$here/../decoder.mlir" -o "$out/registered.mlir" \
  --pld-deduplicate-outlined-kernels --pld-assign-kernel-registrations

# What the back end reads. A file that stays the same keeps its time, so that
# nothing is built again because of it.
export_as() {
  "$bin/pld-translate" "$1" "$out/registered.mlir" -o "$out/exported"
  cmp -s "$out/exported" "$out/program/$2" || mv "$out/exported" "$out/program/$2"
}
export_as --pld-to-registrations-json registrations.json
export_as --pld-to-kernel-config kernel_config.py
export_as --pld-to-orchestration-cpp orchestration/decode.cpp
rm -f "$out/exported"

# The sources of the kernels, as a compiler of kernels would write them, and the
# headers. The runtime's header is the one that the tests of the export use.
cp -rp "$here/generated/." "$out/program"
cp -rp "$here/include/." "$root/test/Target/Orchestration/Inputs/pto_orchestration_api.h" "$out/include"

# How they are compiled. The folder of headers is relative to this file.
cxx=${CXX:-$(command -v c++ || command -v clang++-22)}
identity=$("$cxx" --version | head -n 1)
sed "s|@CXX@|$cxx|; s|@IDENTITY@|$identity|" "$here/contract.json.in" >"$out/contract.json"
inputs=("$out/program/registrations.json" --contract="$out/contract.json"
  --source=pick_tokens="$here/pick_tokens.cpp")

"$bin/pld-kernels" plan "${inputs[@]}"
"$bin/pld-kernels" ninja "${inputs[@]}" --build-dir="$out/build"
"$bin/pld-kernels" build "$out/build"
rm -rf "$out/package" "$out/unpacked"
"$bin/pld-kernels" pack "$out/build" -o "$out/package"
"$bin/pld-kernels" verify "$out/package"
"$bin/pld-kernels" unpack "$out/package" -o "$out/unpacked"
