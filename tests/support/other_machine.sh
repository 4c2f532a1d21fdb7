#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: unshare --mount --uts --pid --fork --kill-child other_machine.sh FOLDER PORT PYTHON HIDDEN BOOT [DISK]
# Another machine as far as a program can tell: a user of its own, without the folder HIDDEN but the interpreter PYTHON in it,
# processes, a name and a boot of its own, and an sshd. FOLDER/home is the user's home, FOLDER/host_key and
# FOLDER/authorized_keys are there; programs in FOLDER/programs come first. All of it ends with the first process; nothing is left. DISK: the
# options of a tmpfs, the disk of the user's cache.
set -eu
folder=$1 port=$2 python=$3 hidden=$4 boot=$5 disk=${6:-}
uid=61234
mount --make-rprivate /
mount -t proc proc /proc
hostname otherbox

# Temporary files of its own, but FOLDER, which may lie among them.
mount --bind "$folder" /mnt
mount -t tmpfs -o mode=1777 tmpfs /tmp
mkdir -p "$folder"
mount --bind /mnt "$folder"

# Accounts of its own.
for file in passwd shadow group; do cp /etc/$file "$folder/$file"; done
echo "guest:x:$uid:$uid::$folder/home:/bin/sh" >>"$folder/passwd"
echo 'guest:*:19000:0:99999:7:::' >>"$folder/shadow"
echo "guest:x:$uid:" >>"$folder/group"
for file in passwd shadow group; do mount --bind "$folder/$file" /etc/$file; done
chmod 755 "$folder"
mkdir -p "$folder/home"
if [ -n "$disk" ]; then
    mkdir -p "$folder/home/.cache"
    mount -t tmpfs -o "$disk" tmpfs "$folder/home/.cache"
fi
chown -R $uid:$uid "$folder/home"

# The interpreter, where it is, and nothing else of what lies around it.
prefix=$(dirname "$(dirname "$python")")
base=$(dirname "$(dirname "$(readlink -f "$python")")")
mkdir -p "$folder/kept/prefix" "$folder/kept/base"
mount --bind "$prefix" "$folder/kept/prefix"
mount --bind "$base" "$folder/kept/base"
show() { # show FOLDER PLACE
    mkdir -p "$2"
    mount --bind "$1" "$2"
}
mount -t tmpfs -o mode=755 tmpfs "$hidden"
case $base in
/usr | /usr/local) ;;
/root/*) mount -t tmpfs -o mode=755 tmpfs /root && show "$folder/kept/base" "$base" ;;
esac
case $prefix in "$hidden"/*) show "$folder/kept/prefix" "$prefix" ;; esac

printf '%s\n' "$boot" >"$folder/boot_id"
chmod 644 "$folder/boot_id"
mount --bind "$folder/boot_id" /proc/sys/kernel/random/boot_id
mkdir -p /run/sshd
cat >"$folder/sshd_config" <<END
Port $port
ListenAddress 127.0.0.1
HostKey $folder/host_key
AuthorizedKeysFile $folder/authorized_keys
PidFile none
UsePAM no
StrictModes no
PasswordAuthentication no
KbdInteractiveAuthentication no
AllowUsers guest
SetEnv PATH=$folder/programs:/usr/local/bin:/usr/bin:/bin
END
# Not exec: the first process reaps what it never started.
/usr/sbin/sshd -D -e -f "$folder/sshd_config" 2>>"$folder/sshd.log" &
wait
