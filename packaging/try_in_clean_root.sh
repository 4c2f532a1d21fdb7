#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# usage: packaging/try_in_clean_root.sh BUNDLE.tar.gz SITE_PACKAGES [--compiler] [ROOT]
#        packaging/try_in_clean_root.sh WHEEL.whl SITE_PACKAGES [--compiler] [ROOT]
#        packaging/try_in_clean_root.sh PACKAGE.deb [ROOT]
#        packaging/try_in_clean_root.sh ARCHIVE.tar.xz [ROOT]
# Installs what is handed out in a root file system that holds Debian's base alone (made by debootstrap in ROOT when it is
# not there) and uses it there.
# Bundle and wheel: with python3 and the torch in SITE_PACKAGES of the same Python version, builtin:mlp is recorded
# without network: eager, aot_eager, which needs no compiler, and Inductor, which must fail in words and alone (exit code
# 4). With --compiler g++, openssl and Python's headers are installed, which Inductor needs, and all must be recorded. Of
# the wheel also a script, `compare` and the Python package.
# DEB: installed, the window draws the sample, a newer one is installed over it, and nothing is left when it is removed.
# Archive: the window draws the sample.
# Needs root and unshare. THREADS (1) is the workers' number of threads.
set -euo pipefail
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
source "$here/clean_root.sh"
made=$(realpath "$1")
sample="$here/../resources/samples/sample.fscope"
shift

records='
code=0
fusescope doctor || true
fusescope record --model builtin:mlp --variant eager --variant aot=backend:aot_eager --variant default --effort quick \
    -o mlp.fscope || code=$?
fusescope compare mlp.fscope
fusescope show mlp.fscope environment | grep ^agent
[ $code = $expected ] || { echo "record ended with $code, not $expected" >&2; exit 1; }'

prepare_python_root() { # prepare_python_root SITE_PACKAGES [--compiler] [ROOT]
    TORCH=$(realpath "$1")
    shift
    expected=4
    local wanted=no
    if [ "${1:-}" = --compiler ]; then wanted=yes expected=0; shift; fi
    root=${1:-/tmp/fusescope-clean-root}
    make_root "$root" python3 python3-venv
    chroot "$root" python3 -m ensurepip --version >/dev/null 2>&1 || add_packages "$root" python3-venv
    if [ $wanted = yes ] && [ ! -x "$root/usr/bin/g++" ]; then add_packages "$root" g++ openssl python3-dev; fi
    rm -rf "$root/opt/fusescope" "$root/root/.cache" "$root/root/.local" "$root"/root/*.fscope*
    mkdir -p "$root/opt/fusescope"
}

try_bundle() {
    prepare_python_root "$@"
    tar -C "$root/opt/fusescope" --strip-components=1 -xzf "$made"
    echo /opt/torch >"$root/usr/lib/python3/dist-packages/torch.pth"
    run_in_root "$root" "cd /root
        expected=$expected PATH=/opt/fusescope/bin:\$PATH FUSESCOPE_PYTHON=/usr/bin/python3
        export FUSESCOPE_PYTHON
        $records"
}

# pip's own checks see torch, as it stands on the path of the environment.
try_wheel() {
    prepare_python_root "$@"
    cp "$made" "$root/opt/fusescope/"
    cat >"$root/root/train.py" <<'SCRIPT'
import torch

model = torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.ReLU(), torch.nn.Linear(64, 8))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
for step in range(200):
    loss = model(torch.randn(32, 64)).square().mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
SCRIPT
    run_in_root "$root" "cd /root
        expected=$expected
        python3 -m venv /opt/fusescope/venv
        echo /opt/torch >/opt/fusescope/venv/lib/python3.11/site-packages/torch.pth
        PATH=/opt/fusescope/venv/bin:\$PATH
        pip install --quiet --no-index --disable-pip-version-check /opt/fusescope/${made##*/}
        fusescope --version
        python -m fusescope --version
        $records
        if fusescope record --help | grep -q -e --script; then
            python -m fusescope run --variant eager --variant aot=backend:aot_eager --effort quick -o train.fscope train.py
            fusescope compare train.fscope
        fi
        python -c 'import fusescope; print(fusescope.Recording(\"mlp.fscope\").verdicts)'
        fusescope ui && exit 1
        man_page=/opt/fusescope/venv/share/man/man1/fusescope-record.1.gz
        [ -s \$man_page ]
        pip uninstall --yes --quiet fusescope
        [ ! -e \$man_page ]"
}

# The same package with a higher version, as an upgrade.
newer_deb() { # newer_deb DEB OUTPUT
    local unpacked
    unpacked=$(mktemp -d)
    dpkg-deb -R "$1" "$unpacked"
    sed -i 's/^Version: .*/&+upgraded/' "$unpacked/DEBIAN/control"
    dpkg-deb --root-owner-group -b "$unpacked" "$2" >/dev/null
    rm -rf "$unpacked"
}

draws_sample='
cd /root
rm -f page.png
QT_QPA_PLATFORM=offscreen fusescope-ui sample.fscope --grab page.png
[ -s page.png ]
fusescope compare sample.fscope >/dev/null'

try_deb() { # try_deb [ROOT]
    root=${1:-/tmp/fusescope-deb-root}
    make_root "$root" ca-certificates
    cp "$made" "$root/opt/fusescope.deb"
    newer_deb "$made" "$root/opt/newer.deb"
    cp "$sample" "$root/root/"
    add_packages "$root" shared-mime-info desktop-file-utils man-db /opt/fusescope.deb
    run_in_root "$root" "$draws_sample
        grep -q '\*.fscope' /usr/share/mime/globs2
        grep -q vnd.fusescope /usr/share/applications/mimeinfo.cache
        man -w fusescope-record fusescope-ui
        dpkg -L fusescope >/root/files
        dpkg -i /opt/newer.deb >/dev/null
        dpkg-query -W fusescope | grep upgraded
        $draws_sample
        dpkg -V fusescope
        dpkg -r fusescope >/dev/null
        while read -r file; do
            [ -d \"\$file\" ] || [ ! -e \"\$file\" ] || { echo \"\$file is left\" >&2; exit 1; }
        done </root/files
        [ ! -e /usr/lib/fusescope ] && [ ! -e /usr/share/fusescope ]"
}

try_archive() { # try_archive [ROOT]
    root=${1:-/tmp/fusescope-archive-root}
    make_root "$root" libgl1 libegl1 libopengl0 libfontconfig1 libx11-xcb1 libdbus-1-3 libharfbuzz0b
    rm -rf "$root/opt/fusescope"
    mkdir -p "$root/opt/fusescope"
    tar -C "$root/opt/fusescope" --strip-components=1 -xJf "$made"
    cp "$sample" "$root/root/"
    run_in_root "$root" "PATH=/opt/fusescope/bin:\$PATH
        $draws_sample"
}

case "$made" in
*.tar.gz) kind=bundle ;;
*.whl) kind=wheel ;;
*.deb) kind=deb ;;
*.tar.xz) kind=archive ;;
*) echo "$made is no bundle, wheel, DEB or archive" >&2; exit 2 ;;
esac
"try_$kind" "$@"
