#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# usage: packaging/bundle.sh [--agents 2.9,2.10]
# Makes out/fusescope-<version>-x86_64.tar.gz: the command line with worker, built-in models, agents and collector, for
# servers with glibc 2.34 or newer and a Python that has torch. --agents adds agents for other torch versions,
# built against their wheels (downloaded by pip, about 1 GB each; PIP_INDEX_URL chooses from where).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
limit_bytes=$((25 * 1024 * 1024))
python="${FUSESCOPE_PYTHON:-$PWD/.venv/bin/python}"
agents=""
while [ $# -gt 0 ]; do
    case "$1" in
    --agents) agents=${2:?--agents needs versions, such as 2.9,2.10}; shift 2 ;;
    *) echo "usage: ./dev bundle [--agents 2.9,2.10]" >&2; exit 2 ;;
    esac
done
say() { printf '\033[1m==> %s\033[0m\n' "$*" >&2; }

packaging/stage.sh bundle build/bundle/stage/fusescope command_line agents acceptance
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' build/bundle/CMakeCache.txt)
name="fusescope-$version"
root="build/bundle/stage/$name"
rm -rf "$root"
mv build/bundle/stage/fusescope "$root"

# The options of profiler/record/machine/agent_build.cpp, which builds on the server what is not shipped.
build_agent() { # build_agent TORCH_FOLDER OUTPUT
    g++ -std=c++20 -O2 -shared -fPIC -fvisibility=hidden -fvisibility-inlines-hidden -w -s -I . \
        -isystem "$1/include" -isystem "$1/include/torch/csrc/api/include" profiler/agent/*.cpp profiler/spool/spool_writer.cpp \
        -o "$2" -L"$1/lib" -Wl,--as-needed -ltorch_cpu -lc10
}
for minor in ${agents//,/ }; do
    [ ! -e "$root/lib/fusescope/agents/fusescope_agent_$minor.so" ] || continue
    wheel="build/bundle/torch-$minor"
    if [ ! -d "$wheel/torch/include" ]; then
        say "fetching torch $minor for its headers"
        "$python" -m pip install --quiet --disable-pip-version-check --no-deps --target "$wheel" "torch==$minor.*"
    fi
    build_agent "$wheel/torch" "$root/lib/fusescope/agents/fusescope_agent_$minor.so"
done

mkdir -p out
archive="out/$name-x86_64.tar.gz"
tar -C build/bundle/stage --owner=0 --group=0 --sort=name -czf "$archive" "$name"

# What was packed is checked, not what was built.
unpacked=$(mktemp -d)
trap 'rm -rf "$unpacked"' EXIT
tar -C "$unpacked" -xzf "$archive"
packaging/check_glibc.sh "$unpacked/$name" >&2
packaging/check_size.sh "$archive" $limit_bytes
