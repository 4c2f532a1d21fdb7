#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints what a run of ctest came to in one line, from the JUnit file it wrote: `1693 passed, 0 failed`."""

import sys
import xml.etree.ElementTree as ElementTree


def closing_line(path: str) -> str:
    suite = ElementTree.parse(path).getroot()
    tests = int(suite.get("tests", 0))
    failed = int(suite.get("failures", 0))
    skipped = int(suite.get("skipped", 0)) + int(suite.get("disabled", 0))
    line = f"{tests - failed - skipped} passed, {failed} failed"
    return line + (f", {skipped} skipped" if skipped else "")


if __name__ == "__main__":
    print(closing_line(sys.argv[1]))
