#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Manual pages and completions of the built program: groff and the shells take them, and nothing is left out."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

PROGRAM = os.environ.get("FUSESCOPE", "")


def printed(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=True).stdout


def commands():
    """From the help, which is made elsewhere."""
    listed = printed("--help").partition("Subcommands:\n")[2]
    return [line.split()[0] for line in listed.splitlines() if line.startswith("  ") and line[2] != " "]


class ManualPages(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())) / "man1"
        printed("manual", str(self.folder))

    def test_there_is_one_for_each_command(self):
        names = {page.name for page in self.folder.iterdir()}
        self.assertEqual(names, {"fusescope.1", *(f"fusescope-{command}.1" for command in commands())})

    def test_groff_has_nothing_to_complain_about(self):
        if shutil.which("groff") is None:
            self.skipTest("no groff here")
        for page in sorted(self.folder.iterdir()):
            ended = subprocess.run(
                ["groff", "-man", "-ww", "-z", "-K", "utf8", "-T", "utf8", str(page)], capture_output=True, text=True
            )
            self.assertEqual(ended.stderr, "", page.name)

    def test_tell_every_option_of_the_help(self):
        page = (self.folder / "fusescope-record.1").read_text().replace("\\-", "-")
        for line in printed("record", "--help").splitlines():
            if line.startswith("  -"):
                self.assertIn(line.split()[0].split(",")[-1], page)


class Completions(unittest.TestCase):
    def test_shells_take_them(self):
        for shell in ("bash", "zsh", "fish"):
            script = printed("completion", shell)
            for command in commands():
                self.assertIn(command, script)
            if shutil.which(shell) is not None:
                ended = subprocess.run([shell, "-n", "-"] if shell == "fish" else [shell, "-n"], input=script, text=True, capture_output=True)
                self.assertEqual((ended.returncode, ended.stderr), (0, ""), shell)

    def test_bash_offers_the_words_that_an_option_takes(self):
        script = printed("completion", "bash") + (
            "COMP_WORDS=(fusescope show a.fscope br)\nCOMP_CWORD=3\n_fusescope\necho ${COMPREPLY[*]}\n"
        )
        ended = subprocess.run(["bash"], input=script, text=True, capture_output=True, check=True)
        self.assertEqual(ended.stdout, "breaks\n")


if __name__ == "__main__":
    unittest.main()
