# SPDX-License-Identifier: Apache-2.0
"""The single tests of a run of ctest.

ctest runs programs. GoogleTest programs and tests/support/run_unittests.py write an XML file about their tests into
test-results. Any other program counts as one test.
"""

import dataclasses
import pathlib
import re
import xml.etree.ElementTree as ElementTree


@dataclasses.dataclass
class Test:
    name: str
    outcome: str = "passed"  # or failed, skipped
    text: str = ""  # why it failed or was skipped


def read(junit: pathlib.Path, results: pathlib.Path) -> list[Test]:
    """`junit`: what ctest wrote about its programs; `results`: the folder of the files of single tests."""
    tests = []
    for case in ElementTree.parse(junit).getroot().iter("testcase"):
        tests += of_program(case, results / f"{case.get('name')}.xml")
    return tests


def of_program(case: ElementTree.Element, file: pathlib.Path) -> list[Test]:
    name, state, output = case.get("name"), case.get("status"), case.findtext("system-out") or ""
    if is_skipped(case):
        return [Test(name, "skipped", skip_reason(case))]
    tests = in_file(name, file) or in_output(name, output)
    if state == "run":
        return tests or [Test(name)]
    if any(test.outcome == "failed" for test in tests):
        return tests
    # It failed although none of its tests did: a leak found at its end, a program that was not built.
    return [*tests, Test(name, "failed", last_lines(output))]


def is_skipped(case: ElementTree.Element) -> bool:
    # "notrun" stands for programs that could not be started, too.
    return case.get("status") == "disabled" or skip_reason(case).startswith("SKIP_")


def skip_reason(case: ElementTree.Element) -> str:
    skipped = case.find("skipped")
    return "disabled" if skipped is None else skipped.get("message") or ""


def last_lines(output: str, count: int = 60) -> str:
    return "\n".join(output.rstrip().splitlines()[-count:])


def in_file(program: str, file: pathlib.Path) -> list[Test]:
    try:
        root = ElementTree.parse(file).getroot()
    except (OSError, ElementTree.ParseError):
        return []  # it has none, or did not get so far
    return [in_case(program, case) for case in root.iter("testcase")]


def in_case(program: str, case: ElementTree.Element) -> Test:
    name = f"{program}: {case.get('classname')}.{case.get('name')}"
    failures = [failure.get("message") or "" for failure in case.findall("failure")]
    if failures:
        return Test(name, "failed", "\n".join(failures))
    if case.get("status") == "notrun":
        return Test(name, "skipped", "disabled in its source")
    if case.get("result") == "skipped":
        skipped = case.find("skipped")
        return Test(name, "skipped", "" if skipped is None else skipped.get("message") or "")
    return Test(name)


RUNNING = re.compile(r"^\[=+\] Running (\d+) tests? from", re.MULTILINE)
STEP = re.compile(r"^\[ *(RUN|OK|FAILED|SKIPPED) *\] (\S+?)(?:,.*)?(?: \(\d+ ms\))?$", re.MULTILINE)
OUTCOMES = {"OK": "passed", "FAILED": "failed", "SKIPPED": "skipped"}


def in_output(program: str, output: str) -> list[Test]:
    """The tests of a GoogleTest program that crashed or was stopped before it wrote its file: those that ended, the
    one that was running, and as skipped the ones that were to follow."""
    running = RUNNING.search(output)
    if not running:
        return []
    tests, started = [], None
    for step in STEP.finditer(output, running.end()):
        if step[1] == "RUN":
            started = step
        elif started and step[2] == started[2]:
            tests.append(Test(f"{program}: {step[2]}", OUTCOMES[step[1]], output[started.start() : step.end()]))
            started = None
    if started:
        text = f"the program ended or was stopped in this test\n{last_lines(output[started.start():])}"
        tests.append(Test(f"{program}: {started[2]}", "failed", text))
    left = int(running[1]) - len(tests)
    return tests + [Test(f"{program}: a later test", "skipped", "the program had ended before it")] * left
