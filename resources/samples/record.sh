#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Records the sample comparison anew: record.sh PYTHON [OPTIONS OF record, such as --rounds 20].
# In a mount namespace of its own, in which the checkout, the interpreter and the model lie at neutral
# places: what is stored names no folder of this machine, and nothing is edited afterwards but the
# version of the kernel.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
checkout=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

in_neutral_folders() { # PYTHON COMMAND…: in /home/user, which is $work/home
    local prefix
    prefix=$("$1" -c 'import sys; print(sys.prefix)')
    shift
    mkdir "$work"/{home,opt}
    cp "$here"/{gated_text_model.py,plan.json} "$work/home"
    unshare --map-root-user --mount bash -euo pipefail -c '
        prefix=$1 checkout=$2 work=$3
        shift 3
        # All is gathered below /opt first: the checkout may lie under /home.
        mount -t tmpfs sample "$work/opt"
        mkdir "$work"/opt/{venv,fusescope,home}
        mount --rbind "$prefix" "$work/opt/venv"
        mount --rbind "$checkout" "$work/opt/fusescope"
        mount --rbind "$work/home" "$work/opt/home"
        mount --rbind "$work/opt" /opt
        mount -t tmpfs sample /home
        mkdir /home/user
        mount --rbind /opt/home /home/user
        cd /home/user
        # The environment of a login: what a shell has set is stored, too.
        exec env -i HOME=/home/user TMPDIR=/tmp LANG=C.UTF-8 OMP_NUM_THREADS=1 \
            PATH=/opt/fusescope/build/dev/bin:/usr/bin:/bin \
            FUSESCOPE_PYTHON=/opt/venv/bin/python "$@"
    ' sample "$prefix" "$checkout" "$work" "$@"
}

store() { # store RECORDED
    python3 - "$1" "$here/sample.fscope" <<'PYTHON'
import pathlib, sqlite3, sys

recorded, sample = map(pathlib.Path, sys.argv[1:])
database = sqlite3.connect(recorded, isolation_level=None)
database.execute("UPDATE environment SET value = 'Linux' WHERE key = 'os'")
sample.unlink(missing_ok=True)
database.execute("VACUUM INTO ?", (str(sample),))
PYTHON
}

python="$1"
shift
in_neutral_folders "$python" fusescope record plan.json "$@" -o sample.fscope
store "$work/home/sample.fscope"
