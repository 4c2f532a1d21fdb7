#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# usage: packaging/stage.sh PRESET FOLDER COMPONENT…
# Builds PRESET and installs these components (cmake/Install.cmake) into FOLDER, made anew: what bundle, wheel and archive
# hold. Of the preset bundle also what is linked into its programs: the library that is carried, and the licences.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
preset=$1
folder=$(realpath -m "$2")
shift 2
say() { printf '\033[1m==> %s\033[0m\n' "$*" >&2; }

[ -f "build/$preset/build.ninja" ] ||
    cmake --preset "$preset" -DBUILD_TESTING=OFF -DFUSESCOPE_PYTHON="${FUSESCOPE_PYTHON:-$PWD/.venv/bin/python}" >/dev/null
targets=(programs)
[[ " $* " != *" agents "* ]] || targets+=(fusescope_runner) # which stands beside the agent
cmake --build "build/$preset" --target "${targets[@]}" -- --quiet
rm -rf "$folder"
for component in "$@"; do
    cmake --install "build/$preset" --prefix "$folder" --strip --component "$component" >/dev/null
done
[ -f "build/$preset/lib/libfusescope_collector.so" ] ||
    say "CUPTI's headers are not here: there is no collector, and kernels of a GPU cannot be traced"
[ "$preset" = bundle ] || exit 0

# The one library that is not linked in, where the distribution has it shared only.
isal=$(ldd build/bundle/bin/fusescope | awk '/libisal/ {print $3}')
[ -z "$isal" ] || install -s -m 644 "$isal" "$folder/lib/fusescope/"
mkdir -p "$folder/share/doc/fusescope/libraries"
for package in libsqlite3-dev libsqlitecpp-dev libzstd-dev zlib1g-dev libisal-dev libfmt-dev nlohmann-json3-dev \
    libcli11-dev libexpected-dev libboost-dev libstdc++-12-dev; do
    copyright="/usr/share/doc/$package/copyright"
    [ ! -e "$copyright" ] || cp -L "$copyright" "$folder/share/doc/fusescope/libraries/$package"
done
