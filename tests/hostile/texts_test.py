# SPDX-License-Identifier: Apache-2.0
"""Texts of a run database that would steer a terminal, are no UTF-8, or are a megabyte long."""

import contextlib
import json
import os
import pathlib
import pty
import subprocess
import tempfile
import unittest

from hostile_file import PROGRAM, fusescope, with_texts

STEERING = "a\x1b]0;title\x07\x1b[2J\x7f\u0085\u009b31m\u202eb"
PARTS = ("environment", "calls", "compiles", "breaks", "numerics", "trace", "kernels", "operators", "findings")


def shown_commands(file):
    yield from (("show", file, part) for part in PARTS)
    yield from (("list", file), ("compare", file), ("reproduce", file))
    yield ("sql", file, "SELECT name, command FROM comparison")


def data_commands(file):
    yield from (("show", file, part, "--json") for part in PARTS)
    yield from (("list", file, "--json"), ("compare", file, "--json"), ("reproduce", file, "--json"))
    yield ("sql", file, "SELECT name, command FROM comparison", "--json")
    yield ("export", file, "--as", "json")


def steering_in(text):
    kept = "\n\t"
    return {c for c in text if (ord(c) < 0x20 and c not in kept) or 0x7F <= ord(c) < 0xA0 or c in "\u202e\u2066"}


def printed_to_a_terminal(command):
    """Text that a terminal receives from the program. One read returns only what has arrived so far."""
    leader, follower = pty.openpty()
    program = subprocess.Popen([PROGRAM, *map(str, command)], stdout=follower)
    os.close(follower)
    received = b""
    with os.fdopen(leader, "rb", buffering=0) as terminal, contextlib.suppress(OSError):  # EIO: no writer is left
        while part := terminal.read(65536):
            received += part
    if program.wait(timeout=60) != 0:
        raise subprocess.CalledProcessError(program.returncode, command)
    return received.decode().replace("\r\n", "\n")


class SteeringTexts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = with_texts(pathlib.Path(folder.name) / "hostile.fscope", lambda text: text + STEERING)

    def test_do_not_reach_stdout(self):
        for command in (*shown_commands(self.file), *data_commands(self.file)):
            with self.subTest(command=command[:1] + command[2:]):
                ended = fusescope(*command)
                self.assertEqual(ended.returncode, 0, ended.stderr)
                self.assertEqual(steering_in(ended.stdout.decode()), set())

    def test_are_the_same_texts_in_json(self):
        [row] = json.loads(fusescope("list", self.file, "--json").stdout)["comparisons"]
        self.assertTrue(row["name"].endswith(STEERING))
        plan = fusescope("reproduce", self.file).stdout.decode()
        json.loads(plan[plan.index("\n{") :])

    def test_do_not_reach_stderr(self):
        ended = fusescope("show", self.file, "\x1b[2J\u009b")
        self.assertEqual(ended.returncode, 2)
        self.assertEqual(steering_in(ended.stderr.decode()), set())

    def test_stay_in_csv_that_goes_to_a_file_and_do_not_reach_a_terminal(self):
        command = ("sql", self.file, "SELECT command FROM comparison", "--csv")
        self.assertIn("\x1b[2J", fusescope(*command).stdout.decode())
        printed = printed_to_a_terminal(command)
        self.assertEqual(steering_in(printed), set())
        self.assertIn("\\x1b[2J", printed)


class NoUtf8(unittest.TestCase):
    def test_is_replaced_in_every_output(self):
        with tempfile.TemporaryDirectory() as folder:
            target = pathlib.Path(folder) / "hostile.fscope"
            file = with_texts(target, lambda text: text.encode("utf-8", "surrogateescape") + b"\xff\xc0")
            commands = [*shown_commands(file), *data_commands(file)]
            commands += [("export", file, "--as", "csv", "--part", part) for part in ("compare", "calls", "kernels")]
            commands += [("sql", file, "SELECT value FROM environment", "--csv"), ("export", file, "--as", "report")]
            for command in commands:
                with self.subTest(command=command[:1] + command[2:]):
                    ended = fusescope(*command)
                    self.assertEqual(ended.returncode, 0, ended.stderr)
                    ended.stdout.decode("utf-8")
            csv = fusescope("sql", file, "SELECT value FROM environment", "--csv").stdout.decode()
            self.assertIn("\ufffd\ufffd", csv)


class LongTexts(unittest.TestCase):
    LENGTH = 1_000_000

    def test_are_cut_for_people_and_whole_in_json(self):
        for long in ("W" * self.LENGTH, "word " * (self.LENGTH // 5), "line\n" * (self.LENGTH // 5)):
            with self.subTest(text=long[:5]), tempfile.TemporaryDirectory() as folder:
                file = with_texts(pathlib.Path(folder) / "hostile.fscope", lambda text, long=long: text + long)
                for command in shown_commands(file):
                    if command[0] in ("reproduce", "sql"):  # what is asked for is the text itself
                        continue
                    with self.subTest(command=command[:1] + command[2:]):
                        ended = fusescope(*command)
                        self.assertEqual(ended.returncode, 0, ended.stderr)
                        self.assertLess(len(ended.stdout), self.LENGTH)
                listed = fusescope("list", file).stdout.decode()
                self.assertRegex(listed, r"… \(1\s000\s\d{3} characters\)")
                [row] = json.loads(fusescope("list", file, "--json").stdout)["comparisons"]
                self.assertTrue(row["name"].endswith(long))
                for ending in ("html", "md"):
                    report = pathlib.Path(folder) / f"report.{ending}"
                    self.assertEqual(fusescope("export", file, "--as", "report", "-o", report).returncode, 0)
                    self.assertLess(report.stat().st_size, 2 * self.LENGTH)


if __name__ == "__main__":
    unittest.main()
