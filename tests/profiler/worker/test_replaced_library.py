# SPDX-License-Identifier: Apache-2.0
"""What a model does to the standard library of its interpreter neither stops nor bends what is recorded."""

import os
import tempfile
import time
import unittest
from pathlib import Path

from worker_process import PATIENCE_SECONDS, Worker, workload

SHADOWS = ("json", "socket", "queue", "struct", "traceback", "linecache", "platform")


class ReplacedLibrary(unittest.TestCase):
    def test_every_command_is_answered_with_true_times(self):
        with Worker(cold=True) as worker:
            start = time.time_ns()
            setup = worker.setup(workload("replaces.py", "make"), kind="check")
            self.assertTrue(all(phase["wall_ns"] > 0 for phase in setup["phases"]))
            warm = worker.warm_up(calls=3)
            self.assertTrue(start < warm["start_utc_ns"] < time.time_ns())
            self.assertTrue(all(ns > 0 for ns in worker.samples(warm["spool"])[0]))
            block = worker.done("block", case=0, calls=5, discard=1, clock="call")
            self.assertGreater(block["wall_ns"], 0)
            self.assertTrue(worker.done("prove", case=0)["observed"])
            worker.done("memory", case=0, phase="steady")
            path = os.path.join(worker.folder.name, "outputs.pt")
            worker.done("outputs", case=0, input_set=0, path=path, precision="as_is")
            compared = worker.done(
                "compare", case=0, input_set=0, reference=path, candidate=path, fp64=None, random_operators=False
            )
            self.assertEqual(compared["numerics"][0]["mismatches"], 0)
            self.assertEqual(worker.ask("end"), {"done": "end"})

    def test_a_failure_is_told_whole(self):
        with Worker(cold=True) as worker:
            worker.setup(workload("replaces.py", "make_failing"))
            error = worker.ask("warmup", case=0, calls=1)["error"]
            self.assertEqual(error["class"], "user_exception")
            self.assertIn("the second line is missing", error["traceback"])

    def test_the_end_of_the_recorder_still_ends_it(self):
        with Worker(cold=True) as worker:
            worker.setup(workload("replaces.py", "make"))
            worker.close()
            worker.process.wait(PATIENCE_SECONDS)

    def test_modules_of_the_same_names_in_a_folder_of_the_environment_are_the_models_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in SHADOWS:
                (Path(folder) / f"{name}.py").write_text("raise RuntimeError('shadowed')\n")
            with Worker({"PYTHONPATH": folder}) as worker:
                worker.setup("builtin:mlp")
                worker.warm_up()


if __name__ == "__main__":
    unittest.main()
