# SPDX-License-Identifier: Apache-2.0
"""The notebook magic in a real kernel, against a made-up program. FUSESCOPE_JUPYTER names an interpreter with nbclient
and ipykernel where this one has none; without any the tests are skipped."""

import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "support"))

import notebooks  # noqa: E402
from package_test import WithProgram  # noqa: E402

JUPYTER = os.environ.get("FUSESCOPE_JUPYTER", sys.executable)


@unittest.skipIf(notebooks.why_none(JUPYTER), notebooks.why_none(JUPYTER))
class Notebook(WithProgram):
    def run_cells(self, *cells):
        ended, outputs = notebooks.executed(JUPYTER, self.folder / "made.ipynb", ["%load_ext fusescope", *cells], {})
        self.assertEqual(ended.returncode, 0, ended.stderr)
        return outputs[1:]

    def test_shows_a_recorded_cell_as_a_table(self):
        (outputs,) = self.run_cells("%%fusescope --variant eager -- --epochs 2\nprint(1)\n")
        self.assertIn("<p>Use &lt;default&gt;.</p>", notebooks.tables(outputs)[0])
        words, path = self.calls()[0]["words"], self.calls()[0]["path"]
        self.assertEqual(words[:4], ["record", "--variant", "eager", "--script"])
        self.assertEqual(words[5:], ["--json", "--", "--epochs", "2"])
        self.assertEqual(pathlib.Path(words[4]).read_text(), "print(1)\n")
        self.assertEqual(path.split(os.pathsep)[0], str(self.folder), "modules beside the notebook are found")

    def test_goes_on_behind_a_cell_that_cannot_be_recorded(self):
        refused, line = self.run_cells("%%fusescope\n!ls\n", "%fusescope compare a.fscope")
        self.assertIn("move it into a cell of its own", notebooks.text(refused))
        self.assertIn("Use <default>.", notebooks.text(line))


if __name__ == "__main__":
    unittest.main()
