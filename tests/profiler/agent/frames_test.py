# SPDX-License-Identifier: Apache-2.0
"""User frames and modules are the same in each version of Python that this machine has."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import torch

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "support"))
import read_spool  # noqa: E402

PROBE = HERE / "frames_probe.py"
LIBRARIES = Path(torch.__file__).parent / "lib"


def interpreters():
    names = [sys.executable, *(shutil.which(f"python3.{minor}") for minor in range(10, 15))]
    names += [str(path) for path in Path.home().glob(".pyenv/versions/3.1*/bin/python3")]
    found = {}
    for name in filter(None, names):
        run = subprocess.run([name, "-c", "import sys; print(sys.version_info[:2])"], capture_output=True, text=True)
        if run.returncode == 0:
            found.setdefault(run.stdout.strip(), name)
    return found


def line_of(mark):
    lines = PROBE.read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.endswith(f"# line: {mark}"))


class Frames(unittest.TestCase):
    def test_each_python_gives_lines_and_modules(self):
        for version, python in interpreters().items():
            with self.subTest(version), tempfile.NamedTemporaryFile() as file:
                command = [python, str(PROBE), str(LIBRARIES), os.environ["FUSESCOPE_AGENT"], file.name]
                run = subprocess.run(command, capture_output=True, text=True, timeout=120)
                self.assertEqual(run.returncode, 0, run.stderr)
                self.check(read_spool.read(file.name))

    def check(self, seen):
        self.assertEqual((len(seen.calls), seen.lost), (50, 0))
        start, _ = seen.calls[-1]
        spans = [span for span in seen.spans if span.start_ns >= start]
        modules = [span.name for span in spans if span.kind == "module"]
        self.assertEqual(modules, ["Root", "first", "second", "raising", "first", "first"])
        places = [
            (span.place.line, span.place.function, span.place.module) for span in spans if span.kind == "operator"
        ]
        expected = []
        for module in ("first", "second", "first", "first"):
            expected += [(line_of("released"), "forward", module), (line_of("held"), "helper", module)]
        self.assertEqual(places, [*expected, (line_of("held"), "helper", "")])


if __name__ == "__main__":
    unittest.main()
