# SPDX-License-Identifier: Apache-2.0
"""A variant runs its own copy of the code, and no other is measured in its place."""

import tempfile
import unittest
from pathlib import Path

from worker_process import EAGER, Worker

MODEL = """
import torch

def make():
    return torch.nn.Linear({size}, 2), torch.ones(3, {size})
"""


def tree(folder, size):
    root = Path(folder)
    (root / ".git").mkdir(parents=True)
    (root / "src").mkdir()
    (root / "model.py").write_text(MODEL.format(size=size))
    (root / "src" / "package_of_tree.py").write_text(MODEL.format(size=size))
    return root


class SourceTree(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.present = tree(f"{self.folder.name}/present", 4)
        self.other = tree(f"{self.folder.name}/other", 5)

    def shape(self, spec, variant, **work):
        with Worker() as worker:
            setup = worker.setup(spec, variant, working_directory=str(self.present), **work)
            return setup["cases"][0]["inputs"][0]["shape"]

    def test_a_folder_of_its_own_holds_its_code(self):
        self.assertEqual(self.shape("model.py:make", EAGER), [3, 4])
        own = {**EAGER, "working_directory": str(self.other)}
        self.assertEqual(self.shape("model.py:make", own), [3, 5])

    def test_its_path_takes_the_place_of_the_workloads(self):
        own = {**EAGER, "working_directory": str(self.other), "sys_path": [str(self.other / "src")]}
        path = [str(self.present / "src")]
        self.assertEqual(self.shape("package_of_tree:make", EAGER, sys_path=path), [3, 4])
        self.assertEqual(self.shape("package_of_tree:make", own, sys_path=path), [3, 5])

    def test_code_of_the_other_copy_is_refused(self):
        own = {**EAGER, "working_directory": str(self.other)}
        with Worker({"PYTHONPATH": str(self.present / "src")}) as worker:
            answer = worker.try_setup("package_of_tree:make", own, working_directory=str(self.present))
        self.assertEqual(answer["error"]["class"], "bad_input")
        self.assertIn("package_of_tree", answer["error"]["sentence"])


if __name__ == "__main__":
    unittest.main()
