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

cmake --preset bundle -DFUSESCOPE_PYTHON="$python" >/dev/null
cmake --build build/bundle -- --quiet
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' build/bundle/CMakeCache.txt)
name="fusescope-$version"
root="build/bundle/stage/$name"
rm -rf build/bundle/stage
mkdir -p "$root"/bin "$root"/lib/fusescope/agents "$root"/share/{fusescope/agent-source/profiler,doc/fusescope/libraries}

if [ -x build/bundle/bin/fusescope ]; then
    install -s -m 755 build/bundle/bin/fusescope "$root/bin/fusescope"
    # The one library that is not linked in, where the distribution has it shared only.
    isal=$(ldd build/bundle/bin/fusescope | awk '/libisal/ {print $3}')
    [ -z "$isal" ] || install -s -m 644 "$isal" "$root/lib/fusescope/"
else
    say "there is no command line yet: the bundle holds the rest"
fi
copy() { cp -R "$1" "$2" && find "$2" -name __pycache__ -prune -exec rm -rf {} +; }
copy profiler/worker "$root/lib/fusescope/worker"
copy resources/models "$root/share/fusescope/models"
mkdir "$root/share/fusescope/agent-source/profiler/agent"
cp profiler/agent/*.cpp profiler/agent/*.h "$root/share/fusescope/agent-source/profiler/agent/"
# The files that profiler/record/machine/agent_build.cpp names beside them.
cp --parents profiler/model/{clocks,device_call,facts/process_facts,facts/utc_time,plan,trace,trace_columns}.h profiler/spool/spool_{format.h,writer.cpp,writer.h} \
    "$root/share/fusescope/agent-source/"
for agent in build/bundle/lib/agents/*.so; do
    install -s -m 644 "$agent" "$root/lib/fusescope/agents/"
done

install -s -m 644 build/bundle/lib/libfusescope_sqlite.so "$root/lib/fusescope/"
if [ -f build/bundle/lib/libfusescope_collector.so ]; then
    install -s -m 644 build/bundle/lib/libfusescope_collector.so "$root/lib/fusescope/"
    install -m 755 tests/gpu/accept "$root/lib/fusescope/accept-gpu"
    copy tests/gpu/acceptance "$root/lib/fusescope/acceptance"
else
    say "CUPTI's headers are not here: the bundle has no collector and cannot trace kernels"
fi

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

cp README.md CHANGELOG.md LICENSES/Apache-2.0.txt "$root/share/doc/fusescope/"
# Licences of what is linked in.
for package in libsqlite3-dev libsqlitecpp-dev libzstd-dev zlib1g-dev libisal-dev libfmt-dev nlohmann-json3-dev \
    libcli11-dev libexpected-dev libboost-dev libstdc++-12-dev; do
    copyright="/usr/share/doc/$package/copyright"
    [ ! -e "$copyright" ] || cp -L "$copyright" "$root/share/doc/fusescope/libraries/$package"
done

mkdir -p out
archive="out/$name-x86_64.tar.gz"
tar -C build/bundle/stage --owner=0 --group=0 --sort=name -czf "$archive" "$name"

# What was packed is checked, not what was built.
unpacked=$(mktemp -d)
trap 'rm -rf "$unpacked"' EXIT
tar -C "$unpacked" -xzf "$archive"
packaging/check_glibc.sh "$unpacked/$name" >&2
size=$(stat -c %s "$archive")
if [ "$size" -gt $limit_bytes ]; then
    echo "$archive is larger than 25 MB: $size bytes" >&2
    exit 1
fi
echo "$archive $((size / 1024)) KiB"
