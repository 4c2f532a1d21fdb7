#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# usage: packaging/wheel.sh
# Makes out/fusescope-<version>-py3-none-manylinux_2_34_x86_64.whl: the command line with worker, built-in models,
# collector and the sources of the agent, which is built where it is first needed, behind a Python package
# (packaging/python). auditwheel proves the tag. Its tools live in build/wheel/tools, from PyPI.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
limit_bytes=$((10 * 1024 * 1024))
platform=manylinux_2_34_x86_64
tools=build/wheel/tools

if [ ! -x $tools/bin/auditwheel ]; then
    python3 -m venv $tools
    $tools/bin/pip install --quiet --disable-pip-version-check hatchling==1.33.0 auditwheel==6.8.2
fi
packaging/stage.sh bundle build/wheel/stage command_line
packaging/check_glibc.sh build/wheel/stage >&2

rm -rf build/wheel/made
(cd packaging/python &&
    FUSESCOPE_STAGE=../../build/wheel/stage FUSESCOPE_PLATFORM=$platform ../../$tools/bin/python -m hatchling build -t wheel -d ../../build/wheel/made >&2)
wheel=$(ls build/wheel/made/fusescope-*-py3-none-$platform.whl)

told=$($tools/bin/auditwheel show --json "$wheel")
echo "$told" >&2
tag=$(grep -oP '"overall_tag": "\K[^"]+' <<<"$told")
# An older one will do, too: what the programs ask for is what counts.
[ "$(printf '%s\n' "$tag" $platform | sort -V | tail -1)" = $platform ] && [[ $tag == manylinux_* ]] || {
    echo "auditwheel calls $wheel $tag, not $platform" >&2
    exit 1
}
mkdir -p out
cp "$wheel" out/
packaging/check_size.sh "out/${wheel##*/}" $limit_bytes
