#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the compile commands of a build into another folder, without the options that only GCC knows.

Usage: plain_commands.py build/units build/checks
"""

import json
import pathlib
import re
import sys

GCC_ALONE = re.compile(r" -Wno-(restrict|stringop-overflow|stringop-overread)(?= )")


def main(build: pathlib.Path, target: pathlib.Path) -> None:
    units = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    for unit in units:
        unit["command"] = GCC_ALONE.sub("", unit["command"])
    target.mkdir(parents=True, exist_ok=True)
    (target / "compile_commands.json").write_text(json.dumps(units, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
