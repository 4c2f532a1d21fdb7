#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles one header by itself, with the options of a unit of its folder: header_alone.py build/checks ui/widgets/chip.h

A header whose folder has no unit in this build (CUPTI's headers are not here, say) passes.
"""

import json
import os
import pathlib
import re
import shlex
import subprocess
import sys


def command_of(commands: pathlib.Path, header: str) -> tuple[list[str], str] | None:
    """The options of the unit with the longest path in common, and its working directory."""
    units = json.loads((commands / "compile_commands.json").read_text(encoding="utf-8"))
    near = [unit for unit in units if os.path.relpath(unit["file"]).startswith(header.split("/")[0] + "/")]
    if not near:
        return None
    unit = max(near, key=lambda each: len(os.path.commonprefix([os.path.relpath(each["file"]), header])))
    options = re.sub(r" -o \S+ -c \S+", "", unit["command"])
    words = shlex.split(options)
    compiler = next(i for i, word in enumerate(words) if word.endswith(("c++", "g++", "clang++")))
    return words[compiler:], unit["directory"]


def main(commands: pathlib.Path, header: str) -> int:
    command = command_of(commands, header)
    if command is None:
        return 0
    words, directory = command
    alone = [*words, "-fsyntax-only", "-x", "c++", "-include", os.path.abspath(header), os.devnull]
    return subprocess.run(alone, cwd=directory, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), sys.argv[2]))
