#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs Python's unittests and writes an XML file about each of them, in GoogleTest's form.

    run_unittests.py RESULTS.XML FILE_OR_FOLDER…    of a folder: its *_test.py

The file is written again whenever a test starts, so a test that hangs or crashes is in it as failed.
"""

import os
import pathlib
import sys
import unittest
import xml.etree.ElementTree as ElementTree

STOPPED = "the program ended or was stopped in this test"
NOT_REACHED = "the program had ended before it"


class Results(unittest.TextTestResult):
    def __init__(self, stream, descriptions, verbosity, *, file: pathlib.Path, tests: list[unittest.TestCase]):
        super().__init__(stream, descriptions, verbosity)
        self.file = file
        self.cases = {test.id(): ("skipped", NOT_REACHED) for test in tests}  # outcome and text by id

    def startTest(self, test):
        self.cases[test.id()] = ("failed", STOPPED)
        self.write()
        super().startTest(test)

    def addSuccess(self, test):
        self.note(test, "passed")
        super().addSuccess(test)

    def addSkip(self, test, reason):
        self.note(getattr(test, "test_case", test), "skipped", reason)  # of a sub-test: its test
        super().addSkip(test, reason)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.note(test, "failed", self.failures[-1][1])

    def addError(self, test, err):
        super().addError(test, err)
        self.note(test, "failed", self.errors[-1][1])

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            known = self.failures if issubclass(err[0], test.failureException) else self.errors
            self.note(test, "failed", f"{subtest}\n{known[-1][1]}")

    def addExpectedFailure(self, test, err):
        self.note(test, "passed")
        super().addExpectedFailure(test, err)

    def addUnexpectedSuccess(self, test):
        self.note(test, "failed", "it passed, although a failure was expected")
        super().addUnexpectedSuccess(test)

    def note(self, test, outcome: str, text: str = "") -> None:
        """A failure stays: a test can fail in several sub-tests and in its tearDown."""
        before, known = self.cases.get(test.id(), ("", ""))
        if before == "failed" and known != STOPPED:
            text = f"{known}\n{text}" if outcome == "failed" else known
            outcome = "failed"
        for name in self.tests_of(test):
            self.cases[name] = (outcome, text)

    def tests_of(self, test) -> list[str]:
        """If the set-up of a class or module fails or is skipped, so are its tests: "setUpClass (module.Class)"."""
        step, _, whole = test.id().rstrip(")").partition(" (")
        if step not in ("setUpClass", "setUpModule"):
            return [test.id()]
        return [name for name in self.cases if name.startswith(f"{whole}.")]

    def write(self) -> None:
        root = ElementTree.Element("testsuites")
        for name, (outcome, text) in self.cases.items():
            owner, _, method = name.rpartition(".")
            case = ElementTree.SubElement(root, "testcase", classname=owner, name=method, status="run",
                                          result="skipped" if outcome == "skipped" else "completed")
            if outcome != "passed":
                ElementTree.SubElement(case, "failure" if outcome == "failed" else "skipped", message=printable(text))
        whole = self.file.with_suffix(".part")
        ElementTree.ElementTree(root).write(whole, encoding="utf-8")
        os.replace(whole, self.file)  # what reads it never sees a half


def printable(text: str) -> str:
    """XML has no control characters."""
    return "".join(c if c.isprintable() or c in "\n\t" else "\N{REPLACEMENT CHARACTER}" for c in text)


def tests_at(place: pathlib.Path) -> unittest.TestSuite:
    loader = unittest.TestLoader()
    if place.is_dir():
        return loader.discover(str(place), pattern="*_test.py")
    sys.path.insert(0, str(place.parent))
    return loader.loadTestsFromName(place.stem)


def single(suite) -> list[unittest.TestCase]:
    return [test for part in suite for test in single(part)] if isinstance(suite, unittest.TestSuite) else [suite]


def main(file: str, places: list[str]) -> int:
    suite = unittest.TestSuite(tests_at(pathlib.Path(place).resolve()) for place in places)
    tests = single(suite)

    def results(*words):
        return Results(*words, file=pathlib.Path(file), tests=tests)

    outcome = unittest.TextTestRunner(verbosity=2, resultclass=results).run(suite)
    outcome.write()
    return 0 if outcome.wasSuccessful() and tests else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
