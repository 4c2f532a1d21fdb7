# SPDX-License-Identifier: Apache-2.0
"""What a command does whose standard output cannot be written, or is not read to its end."""

import os
import pathlib
import signal
import subprocess
import tempfile
import unittest

from hostile_file import PROGRAM, RECORDED, fusescope

COMMANDS = (
    ("--help",),
    ("--version",),
    ("show", "--help"),
    ("list", RECORDED),
    ("list", RECORDED, "--json"),
    ("compare", RECORDED),
    ("compare", RECORDED, "--json"),
    ("show", RECORDED, "environment"),
    ("show", RECORDED, "kernels", "--json"),
    ("sql", RECORDED, "SELECT * FROM environment"),
    ("sql", RECORDED, "SELECT * FROM environment", "--csv"),
    ("sql", RECORDED, "SELECT * FROM environment", "--json"),
    ("reproduce", RECORDED),
    ("reproduce", RECORDED, "--json"),
    ("env", "list"),
    ("models",),
    ("export", RECORDED, "--as", "csv"),
    ("export", RECORDED, "--as", "csv", "--part", "calls"),
    ("export", RECORDED, "--as", "json"),
    ("export", RECORDED, "--as", "report"),
)


class Output(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.own = {**os.environ, "XDG_CONFIG_HOME": folder.name, "XDG_DATA_HOME": folder.name}

    def run_to(self, stdout, arguments):
        return fusescope(*arguments, capture_output=False, stdout=stdout, stderr=subprocess.PIPE, env=self.own)

    def traced(self):
        """A file with a trace that can be written as CSV and for Perfetto."""
        trace = self.folder / "trace.json"
        trace.write_text(
            '{"traceEvents": [{"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": 1, "dur": 2,'
            ' "args": {"stream": 7, "correlation": 1}}]}',
            encoding="utf-8",
        )
        file = self.folder / "traced.fscope"
        self.assertEqual(fusescope("import", trace, "-o", file).returncode, 0)
        return file

    def test_a_full_disk_is_said_and_is_a_failure(self):
        traced = self.traced()
        exports = [("export", traced, "--as", word, "--part", "trace") for word in ("csv", "chrome")]
        for arguments in (*COMMANDS, *exports):
            with self.subTest(command=arguments), open("/dev/full", "wb") as full:
                ended = self.run_to(full, arguments)
                self.assertEqual(ended.returncode, 1, ended.stderr)
                last = ended.stderr.decode().splitlines()[-1]
                self.assertIn("fusescope: cannot write to stdout: No space left on device", last)

    def test_a_reader_that_goes_away_is_no_error(self):
        for ignored in (False, True):
            for arguments in COMMANDS:
                with self.subTest(command=arguments, ignored=ignored):
                    ended = self.run_without_reader(arguments, ignored)
                    expected = 0 if ignored else -signal.SIGPIPE
                    self.assertEqual(ended.returncode, expected)
                    self.assertEqual(ended.stderr, b"")

    def run_without_reader(self, arguments, ignored):
        def set_signal():
            signal.signal(signal.SIGPIPE, signal.SIG_IGN if ignored else signal.SIG_DFL)

        reading, writing = os.pipe()
        os.close(reading)
        words = [PROGRAM, *map(str, arguments)]
        with os.fdopen(writing, "wb") as stdout:
            return subprocess.run(
                words, stdout=stdout, stderr=subprocess.PIPE, env=self.own, preexec_fn=set_signal, check=False
            )

    def test_a_closed_stdout_is_said_and_no_file_takes_its_place(self):
        saved = self.folder / "plan.json"
        words = ["reproduce", str(RECORDED), "-o", str(saved)]
        close = 'exec "$0" "$@" >&-'
        ended = subprocess.run(["/bin/sh", "-c", close, PROGRAM, *words], stderr=subprocess.PIPE, check=False)
        self.assertEqual(ended.returncode, 1)
        self.assertIn(b"cannot write to stdout", ended.stderr)
        self.assertTrue(saved.read_text(encoding="utf-8").startswith("{"))
        self.assertNotIn("Recorded", saved.read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
