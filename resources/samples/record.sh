#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Records the sample comparison anew: record.sh PYTHON [OPTIONS OF record, such as --effort quick].
# It runs in a mount namespace of its own, in which the checkout, the interpreter and the model lie at
# neutral places: what is stored names no folder of this machine, and nothing is edited afterwards but
# the version of the kernel.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT

record_in_neutral_folders() { # PYTHON OPTIONS…
    local python="$1" checkout prefix
    shift
    checkout=$(cd "$here/../.." && pwd)
    prefix=$("$python" -c 'import sys; print(sys.prefix)')
    cp "$here/gated_text_model.py" "$home"
    unshare --map-root-user --mount bash -euo pipefail -c '
        prefix=$1 checkout=$2 home=$3; shift 3
        stage=$(mktemp -d)
        mount -t tmpfs sample "$stage"
        mkdir "$stage"/{venv,fusescope,home}
        mount --rbind "$prefix" "$stage/venv"
        mount --rbind "$checkout" "$stage/fusescope"
        mount --rbind "$home" "$stage/home"
        mount --rbind "$stage" /opt
        mount -t tmpfs sample /home
        mkdir /home/user
        mount --rbind /opt/home /home/user
        cd /home/user
        # The environment of a login and nothing of this shell: what is set there is stored, too.
        exec env -i HOME=/home/user TMPDIR=/tmp LANG=C.UTF-8 OMP_NUM_THREADS=1 \
            PATH=/opt/fusescope/build/dev/bin:/usr/local/bin:/usr/bin:/bin FUSESCOPE_PYTHON=/opt/venv/bin/python \
            fusescope record "$@"' sample "$prefix" "$checkout" "$home" "$@"
    store "$home/sample.fscope"
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
record_in_neutral_folders "$python" --model gated_text_model.py:make \
    --case 's64:ids=4x64:int64[0,256)' --case 's256:ids=4x256:int64[0,256)' --items s64=256 --items s256=1024 \
    --variant eager --variant default --variant no-break=env.TORCHDYNAMO_CAPTURE_SCALAR_OUTPUTS:1 \
    --variant one-graph=dynamic:true,env.TORCHDYNAMO_CAPTURE_SCALAR_OUTPUTS:1 --effort quick "$@" -o sample.fscope
