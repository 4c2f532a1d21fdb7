#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every source file says its licence in its first two lines, and the right one for its folder."""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
GPL_FOLDERS = ("ui/", "app/desktop/", "tests/ui/", "tests/pictures/")
SUFFIXES = {".h", ".cpp", ".py", ".cmake", ".sh", ".sql", ".txt", ""}
NO_LINE = {"requirements.txt", "packaging/debian-packages.txt", ".gitignore", ".clang-format", ".clang-tidy"}


def needs_line(path: str, text: str) -> bool:
    if path in NO_LINE or path.startswith(("LICENSES/", "tests/data/", "resources/fonts/")):
        return False
    suffix = pathlib.Path(path).suffix
    if suffix == ".txt":
        return path.endswith("CMakeLists.txt")
    return suffix in SUFFIXES and (suffix != "" or text.startswith("#!"))


def main() -> int:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    wrong = []
    for path in listed.stdout.split("\n"):
        file = ROOT / path
        if not path or not file.is_file() or file.suffix not in SUFFIXES:
            continue
        text = file.read_text(encoding="utf-8", errors="replace")
        if not needs_line(path, text):
            continue
        licence = "GPL-3.0-or-later" if path.startswith(GPL_FOLDERS) else "Apache-2.0"
        head = "\n".join(text.split("\n")[:2])
        if f"SPDX-License-Identifier: {licence}" not in head:
            wrong.append(f"{path}: the first lines lack SPDX-License-Identifier: {licence}")
    print("\n".join(wrong) if wrong else "licence lines are there")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
