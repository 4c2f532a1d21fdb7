#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the compile commands of a build without its precompiled headers into another folder.

GCC's precompiled headers are none to clang's tools; and a unit that compiles without them names every
header it needs. Usage: plain_commands.py build/dev build/checks
"""

import json
import pathlib
import re
import sys

GCC_ALONE = re.compile(
    r" -Winvalid-pch| -include \S*cmake_pch\.hxx| -Wno-(restrict|stringop-overflow|stringop-overread)(?= )")


def main(build: pathlib.Path, target: pathlib.Path) -> None:
    units = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    for unit in units:
        unit["command"] = GCC_ALONE.sub("", unit["command"])
    target.mkdir(parents=True, exist_ok=True)
    text = json.dumps([unit for unit in units if "cmake_pch" not in unit["file"]], indent=1)
    (target / "compile_commands.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
