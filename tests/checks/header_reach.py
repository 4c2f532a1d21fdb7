#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How many units each header rebuilds: header_reach.py [COUNT], the widest first.

Follows the #include lines of the repository, so nothing has to be built. A unit is one .cpp file, those of tests
included; a unity build compiles a whole batch for each.
"""

import collections
import sys

from layers import read_includes


def reached(unit, includes_of):
    found, waiting = set(), [unit]
    while waiting:
        for _, name in includes_of[waiting.pop()]:
            if name in includes_of and name not in found:
                found.add(name)
                waiting.append(name)
    return found


def main():
    includes_of = read_includes()
    units = [path for path in includes_of if path.endswith(".cpp")]
    reach = collections.Counter(header for unit in units for header in reached(unit, includes_of))
    print(f"{len(units)} units")
    for header, count in reach.most_common(int(sys.argv[1]) if len(sys.argv) > 1 else 30):
        print(f"{count:6} {header}")


if __name__ == "__main__":
    main()
