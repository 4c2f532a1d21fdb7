#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# usage: packaging/package.sh
# Makes all that is handed out into out/: wheel and bundle of the command line, DEB and archive of the window with it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
limit_bytes=$((40 * 1024 * 1024))

for file in packaging/desktop/*.desktop; do desktop-file-validate "$file"; done
appstreamcli validate --no-net packaging/desktop/*.metainfo.xml >&2

packaging/wheel.sh
packaging/bundle.sh
packaging/archive.sh

rm -rf build/release/packages
cpack --config build/release/CPackConfig.cmake -B build/release/packages >/dev/null
deb=$(ls build/release/packages/fusescope_*.deb)
dpkg-deb --info "$deb" | sed -n 's/^ Depends: /needs /p' >&2
cp "$deb" out/
packaging/check_size.sh "out/${deb##*/}" $limit_bytes
