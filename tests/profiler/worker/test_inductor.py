# SPDX-License-Identifier: Apache-2.0
"""The one test that compiles for real: start-up apart, the cache missed and then hit."""

import shutil
import tempfile
import unittest

import torch
from worker_process import Worker, workload

INDUCTOR = {"name": "compiled", "kind": "compiled", "compile": {"mode": "default"}}


@unittest.skipUnless(shutil.which("c++") or shutil.which("g++"), "Inductor needs a C++ compiler")
class ColdProcesses(unittest.TestCase):
    def setUp(self):
        self.steps = []  # of each process

    def cold(self, kind, cache):
        # VEC_ISA_OK skips the probe of the processor, which takes longest and is not looked at here
        with Worker({"TORCHINDUCTOR_CACHE_DIR": cache, "TORCHINDUCTOR_VEC_ISA_OK": "1"}) as worker:
            setup = worker.setup(workload("breaks.py", "clean"), INDUCTOR, kind=kind, start_up=True)
            started = worker.events_of("compile")
            warm = worker.warm_up(calls=3)
            compiles = worker.events_of("compile")
            self.steps.append([worker.steps_of(event) for event in worker.events_of("compile_trace")])
            return setup, started, warm, compiles

    def test_start_up_is_apart_and_the_second_process_hits_the_cache(self):
        with tempfile.TemporaryDirectory() as cache:
            setup, started, warm, compiles = self.cold("cold", cache)
            phases = [phase["phase"] for phase in setup["phases"]]
            self.assertEqual(phases, ["import", "start_up", "build", "compile", "inputs"])
            self.assertEqual([fact["start_up"] for fact in started], [True])
            (fact,) = compiles
            self.assertEqual((fact["start_up"], fact["compile_id"], fact["case"]), (False, "0/0", 0))
            self.assertEqual((warm["compiled"], warm["compile_count"]), ([0], 1))
            self.assertGreater(fact["phases"]["inductor"], 0)
            peaks = {entry["phase"]: entry for entry in warm["memory"]}
            self.assertEqual(set(peaks), {"compile", "warmup"})
            self.assertGreater(peaks["compile"]["host_peak_bytes"], 0)

            _, _, _, (kept,) = self.cold("cold_kept", cache)
            if tuple(map(int, torch.__version__.split(".")[:2])) >= (2, 11):  # older ones do not tell
                self.assertEqual((fact["cache"], kept["cache"]), ("miss", "hit"))
            self.check_steps()

    def check_steps(self):
        (cold,), (kept,) = self.steps
        for trace in (cold, kept):
            names = [span[0] for span in trace["spans"]]
            self.assertIn("dynamo", names)
            self.assertEqual(trace["left_out"], 0)
            self.assertTrue(all(span[4] >= 0 for span in trace["spans"]))
        self.assertIn("Scheduler.codegen", [span[0] for span in cold["spans"]])
        outcomes = [(cache, outcome) for cache, outcome, *_ in cold["lookups"]]
        self.assertIn(("fx_graph", "miss"), outcomes)
        parts = next(lookup[6] for lookup in cold["lookups"] if lookup[0] == "fx_graph")
        self.assertTrue(any("example_inputs[0]" in part for part in parts))


if __name__ == "__main__":
    unittest.main()
