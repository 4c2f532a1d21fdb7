#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The closing lines of ./dev test: single tests counted and named, whatever became of their program."""

import contextlib
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import closing_line  # noqa: E402
import left_out_suites  # noqa: E402

RUNNER = pathlib.Path(__file__).resolve().parents[1] / "support/run_unittests.py"

CRASHED = """[==========] Running 4 tests from 1 test suite.
[ RUN      ] Lane.Starts
[       OK ] Lane.Starts (3 ms)
[ RUN      ] Lane.HasNoDevice
why.cpp:3: Skipped
[  SKIPPED ] Lane.HasNoDevice (0 ms)
[ RUN      ] Lane.Ends
half a line
"""

WRITTEN = """<testsuites><testsuite>
<testcase name="Adds" status="run" result="completed" classname="Sum"/>
<testcase name="Carries" status="run" result="completed" classname="Sum">
<failure message="sum.cpp:7&#x0A;Expected: 2"><![CDATA[sum.cpp:7]]></failure></testcase>
<testcase name="OnGpu" status="run" result="skipped" classname="Sum"><skipped message="no GPU&#x0A;here"/></testcase>
<testcase name="DISABLED_Later" status="notrun" result="suppressed" classname="Sum"/>
</testsuite></testsuites>"""

UNITTESTS = """
import os, unittest
class Good(unittest.TestCase):
    def test_passes(self): pass
    def test_of_parts(self):
        for part in range(3):
            with self.subTest(part=part): self.assertEqual(part, 1)
class Without(unittest.TestCase):
    @classmethod
    def setUpClass(cls): raise unittest.SkipTest("no such library")
    def test_one(self): pass
    def test_two(self): pass
"""


class ClosingLine(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.cases = []

    def program(self, name, state, output="", results="", skipped=""):
        skip = f'<skipped message="{skipped}"/>' if skipped else ""
        self.cases.append(f'<testcase name="{name}" status="{state}">{skip}<system-out>{output}</system-out></testcase>')
        if results:
            (self.folder / f"{name}.xml").write_text(results, encoding="utf-8")

    def printed(self):
        junit = self.folder / "tests.junit"
        junit.write_text(f"<testsuite>{''.join(self.cases)}</testsuite>", encoding="utf-8")
        with contextlib.redirect_stdout(io.StringIO()) as out:
            closing_line.main(str(junit), str(self.folder), str(self.folder / "left-out.json"))
        return out.getvalue().splitlines()

    def test_a_program_without_single_tests_counts_as_one(self):
        self.program("layers", "run")
        self.assertEqual(self.printed(), ["1 passed, 0 failed"])

    def test_single_tests_are_counted_and_failed_ones_have_their_output(self):
        self.program("sum_test.1of2", "fail", "much", WRITTEN)
        self.assertEqual(self.printed(), [
            "failed: sum_test.1of2: Sum.Carries",
            "    sum.cpp:7",
            "    Expected: 2",
            "skipped: sum_test.1of2, Sum.OnGpu: no GPU here",
            "skipped: sum_test.1of2, Sum.DISABLED_Later: disabled in its source",
            "1 passed, 1 failed, 2 skipped",
        ])

    def test_a_crash_names_the_test_that_was_running(self):
        self.program("lane_test", "fail", CRASHED)
        printed = self.printed()
        self.assertEqual(printed[0], "failed: lane_test: Lane.Ends")
        self.assertIn("    half a line", printed)
        self.assertIn("skipped: lane_test, a later test: the program had ended before it", printed)
        self.assertEqual(printed[-1], "1 passed, 1 failed, 2 skipped")

    def test_a_program_fails_although_its_tests_passed(self):
        results = '<testsuites><testcase name="Adds" status="run" result="completed" classname="Sum"/></testsuites>'
        self.program("sum_test", "fail", "LeakSanitizer: 8 bytes", results)
        self.assertEqual(self.printed(), ["failed: sum_test", "    LeakSanitizer: 8 bytes", "1 passed, 1 failed"])

    def test_a_program_that_was_not_built_fails(self):
        self.program("sum_test", "notrun", "Unable to find executable", skipped="Unable to find executable")
        self.assertEqual(self.printed()[-1], "0 passed, 1 failed")

    def test_suites_that_were_left_out_are_skipped_with_their_reason(self):
        self.program("layers", "run")
        text = '[{"name": "remote_test", "tests": 17, "reason": "nothing has changed"}]'
        (self.folder / "left-out.json").write_text(text, encoding="utf-8")
        self.assertEqual(self.printed(), [
            "skipped: remote_test, 17 tests: nothing has changed", "1 passed, 0 failed, 17 skipped"])

    def unittests(self, name, text):
        file = self.folder / f"{name}.py"
        file.write_text(text, encoding="utf-8")
        ended = subprocess.run([sys.executable, RUNNER, self.folder / f"{name}.xml", file], capture_output=True, text=True,
                               check=False)
        self.program(name, "run" if ended.returncode == 0 else "fail", "")

    def test_unittests_are_counted_by_method(self):
        self.unittests("made_up", UNITTESTS)
        printed = self.printed()
        self.assertEqual(printed[0], "failed: made_up: made_up.Good.test_of_parts")
        self.assertEqual(printed[-2:], ["skipped: made_up, 2 tests: no such library", "1 passed, 1 failed, 2 skipped"])

    def test_a_unittest_that_ends_its_process_is_named(self):
        self.unittests("killed", UNITTESTS.replace("def test_passes(self): pass", "def test_passes(self): os._exit(3)"))
        printed = self.printed()
        self.assertIn("failed: killed: killed.Good.test_passes", printed)
        self.assertIn("    the program ended or was stopped in this test", printed)
        self.assertIn("skipped: killed, 2 tests: the program had ended before it", printed)

    def test_a_module_that_cannot_be_imported_fails(self):
        self.unittests("broken", "import no_such_module")
        self.assertEqual(self.printed()[-1], "0 passed, 1 failed")


class LeftOutSuites(unittest.TestCase):
    def test_paths_of_a_suite_may_take_several_lines(self):
        self.assertEqual(left_out_suites.table("# a comment\none  a b # why\n     c\ntwo  d\n"),
                         {"one": ["a", "b", "c"], "two": ["d"]})

    def test_every_path_of_the_table_exists(self):
        text = (left_out_suites.ROOT / "tests/long_suites.txt").read_text(encoding="utf-8")
        self.assertEqual(left_out_suites.stale_paths(left_out_suites.table(text)), [])

    def test_only_suites_whose_paths_have_changed_run(self):
        changed = {"a": "a/file.cpp", "b": ""}
        with mock.patch.object(left_out_suites, "git", lambda command, *words: changed.get(words[-1], "")), \
                mock.patch.object(left_out_suites, "commands", return_value={"one": [["x"]], "two": [["x"]]}):
            suites = left_out_suites.left_out({"one": ["a"], "two": ["b"], "absent": ["b"]}, "since", "build")
        self.assertEqual([suite["name"] for suite in suites], ["two"])

    def test_shards_of_a_program_count_once_and_programs_of_a_suite_add_up(self):
        tests = {"tests": [{"name": "one.1of2", "command": ["one", "--gtest_output=xml:a"]},
                           {"name": "one.2of2", "command": ["one", "--gtest_output=xml:b"]},
                           {"name": "two.left", "command": ["left"]}, {"name": "two.right", "command": ["right"]}]}
        listed = mock.Mock(stdout=json.dumps(tests).encode())
        with mock.patch.object(left_out_suites.subprocess, "run", return_value=listed):
            known = left_out_suites.commands("build")
        with mock.patch.object(left_out_suites, "count", return_value=5):
            self.assertEqual({name: left_out_suites.count_all(known[name]) for name in known}, {"one": 5, "two": 10})

    def test_without_a_commit_to_compare_with_none_is_known(self):
        with mock.patch.object(left_out_suites, "git", return_value=None), mock.patch.dict("os.environ", clear=True):
            self.assertIsNone(left_out_suites.base())
        self.assertTrue(left_out_suites.has_changed("0" * 40, ["tests"]))


if __name__ == "__main__":
    unittest.main()
