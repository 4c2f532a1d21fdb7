#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the result of a run of ctest: each failed test with its output, each skipped test with its reason, and in
the last line their counts: `2931 passed, 0 failed, 12 skipped`.

    closing_line.py TESTS.XML RESULTS [SKIPPED.JSON]

TESTS.XML: written by ctest --output-junit. RESULTS: the folder of the files about single tests. SKIPPED.JSON: the
suites that were left out (left_out_suites.py).
"""

import collections
import json
import pathlib
import sys

import test_results


def failed_texts(tests: list[test_results.Test]) -> list[str]:
    return [f"failed: {test.name}\n{indented(test.text)}" for test in tests if test.outcome == "failed"]


def indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.strip().splitlines())


def skipped_texts(tests: list[test_results.Test]) -> list[str]:
    """One line for each reason of a program, as tests of one fixture share theirs."""
    names = collections.defaultdict(list)
    for test in tests:
        if test.outcome == "skipped":
            program, _, name = test.name.partition(": ")
            names[program, " ".join(test.text.split())].append(name)
    return [f"skipped: {program}{named(tests)}: {reason}" for (program, reason), tests in names.items()]


def named(tests: list[str]) -> str:
    return f", {len(tests)} tests" if len(tests) > 1 else f", {tests[0]}" if tests[0] else ""


def left_out_texts(suites: list[dict]) -> list[str]:
    return [f"skipped: {suite['name']}, {suite['tests']} tests: {suite['reason']}" for suite in suites]


def closing_line(tests: list[test_results.Test], left_out: int) -> str:
    count = collections.Counter(test.outcome for test in tests)
    skipped = count["skipped"] + left_out
    line = f"{count['passed']} passed, {count['failed']} failed"
    return line + (f", {skipped} skipped" if skipped else "")


def main(junit: str, results: str, left_out_file: str = "") -> None:
    tests = test_results.read(pathlib.Path(junit), pathlib.Path(results))
    file = pathlib.Path(left_out_file)
    left_out = json.loads(file.read_text(encoding="utf-8")) if left_out_file and file.exists() else []
    for text in [*failed_texts(tests), *skipped_texts(tests), *left_out_texts(left_out)]:
        print(text)
    print(closing_line(tests, sum(suite["tests"] for suite in left_out)))


if __name__ == "__main__":
    main(*sys.argv[1:])
