#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles, without making objects, the unity batches that edited sources belong to.

    whole_batches.py build/dev build/whole    build/whole: the same preset, configured only, no source apart

./dev compiles an edited source by itself (apart.txt in the build folder), so a name that clashes within its batch
would first be found in a fresh clone. Exit status 1 when a batch does not compile.
"""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

from clang_batches import command_without_source


def batches_with(edited: set[str], whole: pathlib.Path) -> list[dict]:
    def includes_edited(unit: dict) -> bool:
        batch = pathlib.Path(unit["file"]).read_text(encoding="utf-8")
        return any(f'"{source}"' in batch for source in edited)

    units = json.loads((whole / "compile_commands.json").read_text(encoding="utf-8"))
    return [unit for unit in units if "/Unity/" in unit["file"] and includes_edited(unit)]


def compiles(unit: dict, built: str, whole: str) -> bool:
    # Precompiled headers and what moc wrote are in the folder that was built.
    words = [word.replace(whole, built) for word in command_without_source(unit)] + ["-fsyntax-only", unit["file"]]
    return subprocess.run(words, cwd=unit["directory"].replace(whole, built), check=False).returncode == 0


def main() -> int:
    built, whole = (pathlib.Path(path).resolve() for path in sys.argv[1:3])
    apart = built / "apart.txt"
    edited = {str(pathlib.Path.cwd() / line) for line in apart.read_text(encoding="utf-8").split()} if apart.is_file() else set()
    batches = batches_with(edited, whole)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return 0 if all(list(pool.map(lambda unit: compiles(unit, str(built), str(whole)), batches))) else 1


if __name__ == "__main__":
    sys.exit(main())
