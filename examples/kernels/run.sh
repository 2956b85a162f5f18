#!/usr/bin/env bash
# From registrations to a package, with the host's compiler in the place of the
# device's. usage: run.sh [FOLDER OF THE TOOLS [NEW FOLDER FOR THE RESULTS]]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
kernels=${1:-$here/../../build/bin}/pld-kernels
out=${2:-$here/../../build/kernels}

mkdir -p "$out/include"
# An include directory of the contract is relative to the contract's own folder.
cp -rp "$here/include/." "$out/include"
cxx=${CXX:-c++}
identity=$("$cxx" --version | head -n 1)
sed "s|@CXX@|$cxx|; s|@IDENTITY@|$identity|" "$here/contract.json.in" >"$out/contract.json"
inputs=("$here/registrations.json" --contract="$out/contract.json" --sources="$here/generated")

"$kernels" plan "${inputs[@]}"
"$kernels" ninja "${inputs[@]}" --build-dir="$out/build"
"$kernels" build "$out/build"
rm -rf "$out/package" "$out/unpacked"
"$kernels" pack "$out/build" -o "$out/package"
"$kernels" verify "$out/package"
"$kernels" unpack "$out/package" -o "$out/unpacked"
