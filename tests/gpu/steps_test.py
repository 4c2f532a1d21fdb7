# SPDX-License-Identifier: Apache-2.0
"""tests/gpu/run_all without a GPU: what is left of steps that fail, hang, or have no time."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

_GPU = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(_GPU))
from acceptance import steps  # noqa: E402

# Stands for the program: records a model named "whole" at once, of one named "endless" what there is when it is asked
# to stop, of one named "deaf" nothing; `compare` says what a recording holds.
_PROGRAM = """#!/usr/bin/env python3
import json, pathlib, signal, sys, time
if sys.argv[1] == "compare":
    held = pathlib.Path(sys.argv[2]).read_text()
    variant = {"name": "default", "verdict": "faster", "latency_ns": {"p50": 7}, "speedup": None}
    print(json.dumps({"recommended": {"sentence": held}, "cases": [{"name": "c", "variants": [variant]}]}))
    sys.exit(0)
file, model = pathlib.Path(sys.argv[sys.argv.index("-o") + 1]), sys.argv[3]
print("records", model, flush=True)
def stopped(*_):
    if model == "endless":
        file.write_text("stopped early")
        sys.exit(130)
signal.signal(signal.SIGINT, stopped)
signal.signal(signal.SIGTERM, lambda *_: None)
if model == "whole":
    file.write_text("all of it")
elif model == "broken":
    print("it cannot be recorded", file=sys.stderr)
    sys.exit(1)
else:
    while True:
        time.sleep(0.05)
"""


def recording(name, limit_s=600):
    return steps.Step(name, limit_s, "for the test", (name,), file=name)


class Steps(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = pathlib.Path(folder.name) / "out"
        self.program = pathlib.Path(folder.name) / "fusescope"
        self.program.write_text(_PROGRAM, encoding="utf-8")
        self.program.chmod(0o755)

    def run_of(self, seconds=3600):
        return steps.Run(self.out, seconds, str(self.program), "cpu")

    def stored(self):
        return json.loads((self.out / "results.json").read_text(encoding="utf-8"))["steps"]

    def test_a_result_is_stored_before_the_next_step_begins(self):
        run = self.run_of()
        run.step(recording("whole"))
        self.assertEqual([step["name"] for step in self.stored()], ["whole"])
        run.step(recording("broken"))
        whole, broken = self.stored()
        self.assertEqual((whole["state"], whole["said"], whole["too_large"]), ("done", "all of it", False))
        self.assertEqual(whole["variants"][0]["median_ns"], 7)
        self.assertEqual((broken["state"], broken["said"]), ("failed", "it cannot be recorded"))
        self.assertIn("records whole", (self.out / "log.txt").read_text(encoding="utf-8"))

    def test_a_step_at_its_limit_closes_its_file(self):
        result = self.run_of().step(recording("endless", limit_s=1))
        self.assertEqual((result["state"], result["said"]), ("cut", "stopped early"))

    def test_a_step_that_does_not_listen_is_ended(self):
        steps._TO_CLOSE_S, before = 6, steps._TO_CLOSE_S
        self.addCleanup(setattr, steps, "_TO_CLOSE_S", before)
        result = self.run_of().step(recording("deaf", limit_s=1))
        self.assertEqual((result["state"], result["exit_code"], result["file"]), ("cut", -9, None))

    def test_no_step_begins_without_time(self):
        result = self.run_of(seconds=30).step(recording("whole"))
        self.assertEqual(result["state"], "no time")
        self.assertFalse((self.out / "whole.fscope").exists())

    def test_every_step_is_known_to_the_program(self):
        known = subprocess.run([os.environ["FUSESCOPE"], "record", "--help"], capture_output=True, text=True, check=True)
        for step in steps.ALL:
            for option in (option for option in step.options + step.model if option.startswith("--")):
                self.assertIn(f"  {option} ", known.stdout, step.name)

    def test_an_unknown_step_is_refused(self):
        command = [sys.executable, str(_GPU / "run_all"), str(self.out), "60", "nothing", "--fusescope", str(self.program)]
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(answer.returncode, 2)
        self.assertIn("no step 'nothing'", answer.stderr)


if __name__ == "__main__":
    unittest.main()
