#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# usage: packaging/check_size.sh FILE MOST_BYTES
# Prints what was made with its size, and fails where it is larger.
set -euo pipefail
size=$(stat -c %s "$1")
echo "$1 $((size / 1024)) KiB"
[ "$size" -le "$2" ] || {
    echo "$1 is larger than $(($2 / 1024 / 1024)) MiB" >&2
    exit 1
}
