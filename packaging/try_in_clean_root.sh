#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# usage: packaging/try_in_clean_root.sh ARCHIVE SITE_PACKAGES [--compiler] [ROOT]
# Unpacks the bundle in a root file system that holds Debian's base and python3 only (made by debootstrap in
# ROOT when it is not there), shows it the torch in SITE_PACKAGES of the same Python version, and records
# builtin:mlp there without network: eager, aot_eager, which needs no compiler, and Inductor, which must fail in
# words and alone (exit code 4). With --compiler g++, openssl and Python's headers are installed, which
# Inductor needs, and all must be recorded.
# Needs root and unshare. THREADS (1) is the workers' number of threads.
set -euo pipefail
archive=$(realpath "$1")
packages=$(realpath "$2")
shift 2
compiler=no
if [ "${1:-}" = --compiler ]; then compiler=yes; shift; fi
root=${1:-/tmp/fusescope-clean-root}

if [ ! -x "$root/usr/bin/python3" ]; then
    debootstrap --variant=minbase --include=python3 bookworm "$root" >/dev/null
fi
if [ $compiler = yes ] && [ ! -x "$root/usr/bin/openssl" ]; then
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    chroot "$root" env DEBIAN_FRONTEND=noninteractive sh -c \
        'apt-get update -qq && apt-get install -y -qq --no-install-recommends g++ openssl python3-dev >/dev/null'
fi
rm -rf "$root/opt/fusescope" "$root/root/.cache" "$root/root/mlp.fscope"*
mkdir -p "$root/opt/fusescope" "$root/opt/torch"
tar -C "$root/opt/fusescope" --strip-components=1 -xzf "$archive"
echo /opt/torch >"$root/usr/lib/python3/dist-packages/torch.pth"

expected=4
[ $compiler = no ] || expected=0
export packages root expected THREADS="${THREADS:-1}"
# Mounts of its own that end with the process, and no network.
exec unshare --mount --net --pid --fork --kill-child bash -euo pipefail -c '
mount --make-rprivate /
mount -o bind,ro "$packages" "$root/opt/torch"
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/dev"
mkdir -p "$root/dev/shm"
for device in null zero random urandom; do touch "$root/dev/$device"; mount --bind "/dev/$device" "$root/dev/$device"; done
chroot "$root" env -i PATH=/usr/bin:/bin HOME=/root LANG=C.UTF-8 OMP_NUM_THREADS=$THREADS sh -euc "
cd /root
/opt/fusescope/bin/fusescope doctor || true
code=0
/opt/fusescope/bin/fusescope record --model builtin:mlp --variant eager --variant aot=backend:aot_eager \
    --variant default --effort quick --python /usr/bin/python3 -o mlp.fscope || code=\$?
/opt/fusescope/bin/fusescope compare mlp.fscope
/opt/fusescope/bin/fusescope show mlp.fscope environment | grep ^agent
[ \$code = $expected ] || { echo record ended with \$code, not $expected >&2; exit 1; }"
'
