#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Sourced: a root file system with Debian's base and nothing of this machine.

make_root() { # make_root ROOT PACKAGE…: by debootstrap where it is not there
    local root=$1
    shift
    if [ ! -x "$root/usr/bin/dpkg" ]; then
        debootstrap --variant=minbase --include="$(tr ' ' , <<<"$*")" bookworm "$root" >/dev/null
    fi
}

add_packages() { # add_packages ROOT PACKAGE OR FILE…: with the network of this machine
    local root=$1
    shift
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    chroot "$root" env DEBIAN_FRONTEND=noninteractive sh -c \
        "apt-get update -qq && apt-get install -y -qq --no-install-recommends $* >/dev/null"
}

# Mounts of its own that end with the process, and no network. TORCH: a folder with torch, shown as /opt/torch; SOURCE: one
# that is worked in, as /source.
run_in_root() { # run_in_root ROOT COMMANDS
    root=$1 commands=$2 torch=${TORCH:-} source=${SOURCE:-} threads=${THREADS:-1} \
        unshare --mount --net --pid --fork --kill-child bash -euo pipefail -c '
mount --make-rprivate /
[ -z "$torch" ] || { mkdir -p "$root/opt/torch"; mount -o bind,ro "$torch" "$root/opt/torch"; }
[ -z "$source" ] || { mkdir -p "$root/source"; mount --bind "$source" "$root/source"; }
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/dev"
mkdir -p "$root/dev/shm"
for device in null zero random urandom; do touch "$root/dev/$device"; mount --bind "/dev/$device" "$root/dev/$device"; done
chroot "$root" env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin HOME=/root LANG=C.UTF-8 OMP_NUM_THREADS="$threads" sh -euc "$commands"'
}
