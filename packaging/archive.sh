#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# usage: packaging/archive.sh
# Makes out/fusescope-desktop-<version>-x86_64.tar.xz: command line and window with Qt inside, which run from any folder.
# What every desktop has stays outside (the C and C++ runtimes, GL, X11, fontconfig); the glibc must be as new as the one
# of the machine that builds, which check at the end prints.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
limit_bytes=$((60 * 1024 * 1024))
plugins="iconengines/libqsvgicon imageformats/libqsvg platforms/libqxcb platforms/libqoffscreen platforms/libqwayland-generic
platforms/libqwayland-egl wayland-shell-integration/libxdg-shell wayland-graphics-integration-client/libqt-plugin-wayland-egl
wayland-decoration-client/libbradient platforminputcontexts/libcomposeplatforminputcontextplugin
platforminputcontexts/libibusplatforminputcontextplugin printsupport/libcupsprintersupport
xcbglintegrations/libqxcb-egl-integration xcbglintegrations/libqxcb-glx-integration"
# Tied to the driver, the display server or the C library of the machine that they run on.
outside="^(ld-linux-x86-64|libc|libm|libdl|librt|libpthread|libresolv|libgcc_s|libstdc\+\+|libGL|libGLX|libGLdispatch|libEGL|libOpenGL|\
libdrm|libgbm|libX11|libX11-xcb|libxcb|libfontconfig|libfreetype|libharfbuzz|libexpat|libwayland-client|libdbus-1|libudev|\
libsystemd|libcups|libcom_err|libgssapi_krb5|libkrb5|libk5crypto|libkrb5support|libkeyutils)\.so"

packaging/stage.sh release build/archive/stage command_line desktop
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' build/release/CMakeCache.txt)
name="fusescope-desktop-$version"
root="build/archive/$name"
rm -rf "$root"
mv build/archive/stage "$root"
qt="$root/lib/fusescope/qt"
mkdir -p "$qt/plugins" "$root/share/doc/fusescope/libraries"

from=$(qmake6 -query QT_INSTALL_PLUGINS)
for plugin in $plugins; do
    [ -f "$from/$plugin.so" ] || continue # of packages that need not be there, as Wayland's
    install -D -m 644 "$from/$plugin.so" "$qt/plugins/$plugin.so"
done

owner_of() { # owner_of LIBRARY: its package, which may name it below / or below /usr; nothing where none does
    local real
    real=$(realpath "$1")
    { dpkg -S "$real" "${real#/usr}" || true; } 2>/dev/null | cut -d: -f1 | head -1
}
needed() { ldd "$@" 2>/dev/null | awk '/=> \// {print $3}' | sort -u; } # with all that those need
needed "$root"/bin/* "$root"/lib/fusescope/*.so $(find "$qt/plugins" -name '*.so') | while read -r library; do
    file=$(basename "$library")
    if [[ "$file" =~ $outside ]]; then continue; fi
    cp -L "$library" "$qt/$file"
    owner=$(owner_of "$library")
    [ -z "$owner" ] || cp -L "/usr/share/doc/$owner/copyright" "$root/share/doc/fusescope/libraries/$owner"
done
chmod 644 "$qt"/*.so*
strip --strip-unneeded "$qt"/*.so* $(find "$qt/plugins" -name '*.so')

patchelf --set-rpath '$ORIGIN' "$qt"/*.so*
find "$qt/plugins" -name '*.so' -exec patchelf --set-rpath '$ORIGIN/../..' {} +
patchelf --set-rpath '$ORIGIN/qt' "$root"/lib/fusescope/*.so
patchelf --set-rpath '$ORIGIN/../lib/fusescope/qt' "$root"/bin/fusescope "$root"/bin/fusescope-ui
printf '[Paths]\nPrefix = ..\nPlugins = lib/fusescope/qt/plugins\n' >"$root/bin/qt.conf"

mkdir -p out
archive="out/$name-x86_64.tar.xz"
tar -C build/archive --owner=0 --group=0 --sort=name -cJf "$archive" "$name"

# What was packed is checked, elsewhere and without what this machine's environment says.
unpacked=$(mktemp -d)
trap 'rm -rf "$unpacked"' EXIT
tar -C "$unpacked" -xJf "$archive"
ldd "$unpacked/$name"/bin/fusescope-ui | awk -v own="$unpacked" \
    '/not found/ || (/libQt6|libqcustomplot/ && index($3, own) != 1) {print; bad = 1} END {exit bad}' >&2
env -i HOME="$unpacked" PATH=/usr/bin:/bin LANG=C.UTF-8 QT_QPA_PLATFORM=offscreen \
    "$unpacked/$name/bin/fusescope-ui" resources/samples/sample.fscope --grab "$unpacked/page.png"
[ -s "$unpacked/page.png" ]
# objdump fails over qt.conf, which lies among the programs.
newest=$({ find "$unpacked" -type f \( -name '*.so*' -o -path '*/bin/*' \) -exec objdump -T {} + 2>/dev/null || true; } |
    grep -oP 'GLIBC_\K[0-9.]+' | sort -V | tail -1)
echo "$archive needs glibc $newest" >&2
packaging/check_size.sh "$archive" $limit_bytes
