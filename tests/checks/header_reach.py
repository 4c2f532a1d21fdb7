#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How many units each header rebuilds: header_reach.py [COUNT], the widest first.

Follows the #include lines of the repository, so nothing has to be built. A unit is one .cpp file, those of tests
included; a unity build compiles a whole batch for each.
"""

import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOPS = ("app", "profiler", "storage", "ui", "tests")


def read_includes() -> dict[str, list[str]]:
    """Each file's own #include lines that name a file of the repository, by path."""
    files = [path for top in TOPS for path in (ROOT / top).rglob("*") if path.suffix in (".h", ".cpp")]
    named = {
        str(path.relative_to(ROOT)): re.findall(r'^#include "([^"]+)"', path.read_text(), re.MULTILINE) for path in files
    }
    return {path: [name for name in names if name in named] for path, names in named.items()}


def reached(unit: str, includes: dict[str, list[str]]) -> set[str]:
    found: set[str] = set()
    waiting = [unit]
    while waiting:
        for name in includes[waiting.pop()]:
            if name not in found:
                found.add(name)
                waiting.append(name)
    return found


def main() -> None:
    includes = read_includes()
    units = [path for path in includes if path.endswith(".cpp")]
    reach = collections.Counter(header for unit in units for header in reached(unit, includes))
    print(f"{len(units)} units")
    for header, count in reach.most_common(int(sys.argv[1]) if len(sys.argv) > 1 else 30):
        print(f"{count:6} {header}")


if __name__ == "__main__":
    main()
