#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Arrows between the folders point one way, and Qt stays in the desktop program.

Reads every #include and compares it with the table below; prints each offence and exits 1.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Folder -> folders whose headers it may include, beside its own and system headers.
MAY_INCLUDE = {
    "profiler/model": [],
    "profiler/analysis": ["profiler/model"],
    "profiler/readers": ["profiler/model"],
    "profiler/imports": ["profiler/model", "profiler/analysis", "profiler/readers"],
    "profiler/report": ["profiler/model", "profiler/analysis"],
    "profiler/exports": ["profiler/model", "profiler/analysis", "profiler/report"],
    "profiler/spool": ["profiler/model"],
    "profiler/launch": ["profiler/model", "profiler/spool", "profiler/collect", "profiler/analysis", "profiler/readers", "profiler/report"],
    "profiler/agent": ["profiler/model", "profiler/spool"],
    "profiler/collect": ["profiler/model", "profiler/spool"],
    "profiler/native": ["profiler/model", "profiler/agent"],
    "storage": ["profiler/model"],
    "ui": ["profiler/model", "profiler/analysis", "profiler/report", "storage"],
    "app/options": [],
    "app/cli": ["app/options", "profiler", "storage"],
    "app/desktop": ["app/options", "profiler", "storage", "ui"],
}
QT_FOLDERS = ("ui/", "app/desktop/", "tests/ui/")
TORCH_FOLDERS = ("profiler/agent/", "profiler/native/", "tests/unit/agent/", "tests/bench/")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)


def folder_of(path: str) -> str | None:
    return next((folder for folder in MAY_INCLUDE if path.startswith(folder + "/")), None)


def offences(path: str, text: str):
    folder = folder_of(path)
    for bracket, name in INCLUDE.findall(text):
        if bracket == "<":
            if re.match(r"Q[A-Z]|Qt|qcustomplot", name) and not path.startswith(QT_FOLDERS):
                yield f"{path}: Qt's <{name}> outside the desktop program"
            if re.match(r"(torch|ATen|c10)/", name) and not path.startswith(TORCH_FOLDERS):
                yield f"{path}: LibTorch's <{name}> outside the agent and the native runner"
            continue
        target = folder_of(name)
        if folder is None or target is None or target == folder:
            continue
        if not any(name.startswith(allowed + "/") for allowed in MAY_INCLUDE[folder]):
            yield f"{path}: {folder} may not include {name}"


def main() -> int:
    found = []
    for top in ("app", "profiler", "storage", "ui", "tests"):
        for file in sorted((ROOT / top).rglob("*")):
            if file.suffix in {".h", ".cpp"}:
                path = file.relative_to(ROOT).as_posix()
                found += offences(path, file.read_text(encoding="utf-8"))
    print("\n".join(found) if found else "layers hold")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
