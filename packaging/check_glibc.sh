#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# usage: packaging/check_glibc.sh FOLDER [NEWEST]
# Fails when a program or library under FOLDER asks for a newer glibc than NEWEST (2.34), when a program
# needs a shared C++ runtime, or when an agent asks for a newer one than torch does (GLIBCXX_3.4.22) or
# brings its own.
set -euo pipefail
folder=$1
newest=${2:-2.34}
newest_runtime=3.4.22
failed=0

complain() { echo "$1" >&2; failed=1; }
highest() { objdump -T "$1" | grep -oP "\(?$2_\K[0-9.]+" | sort -V | tail -1; } # FILE GLIBC|GLIBCXX
is_newer() { [ "$(printf '%s\n' "$1" "$2" | sort -V | tail -1)" != "$2" ]; }

while IFS= read -r file; do
    head -c 4 "$file" | grep -aq ELF || continue
    glibc=$(highest "$file" GLIBC || true)
    runtime=$(highest "$file" GLIBCXX || true)
    needed=$(objdump -p "$file" | awk '/NEEDED/ {printf "%s ", $2}')
    printf '%-50s GLIBC_%s %s needs %s\n' "${file#"$folder"/}" "$glibc" "${runtime:+GLIBCXX_$runtime}" "$needed"
    if is_newer "${glibc:-0}" "$newest"; then complain "$file asks for GLIBC_$glibc, newer than $newest"; fi
    if objdump -p "$file" | awk '/RPATH|RUNPATH/ {print $2}' | grep -qv '^\$ORIGIN/[^:]*$'; then complain "$file carries a search path of the build machine"; fi
    case "$file" in
    */agents/*)
        if is_newer "${runtime:-0}" $newest_runtime; then complain "$file asks for GLIBCXX_$runtime, newer than torch's"; fi
        if [[ "$needed" != *libstdc++* ]]; then complain "$file carries a C++ runtime of its own beside torch's"; fi
        ;;
    *)
        if [[ "$needed" == *libstdc++* ]]; then complain "$file needs a shared libstdc++"; fi
        ;;
    esac
done < <(find "$folder" -type f)
exit $failed
