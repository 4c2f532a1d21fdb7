# SPDX-License-Identifier: Apache-2.0
"""Memory over a call: its peak is the allocator's and torch.profiler's, and its parts add up to it."""

import os
import sys
import unittest
from pathlib import Path

import torch
from worker_process import EAGER, WORKLOADS, Worker, compiled, workload

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "profiler" / "worker"))

AGENT = os.environ.get("FUSESCOPE_AGENT")
MIB = 1 << 20


def history(name, variant=EAGER, calls=2, **setup):
    with Worker() as worker:
        worker.setup(workload("memory.py", name), variant, kind="trace", agent=AGENT, **setup)
        path = os.path.join(worker.folder.name, "trace")
        answer = worker.done("trace", case=0, calls=calls, path=path, places=True, **{"pass": "operators"})
        return answer["memory"][0]


def profiled_peak(make):
    """Of one call after warm-up: what torch's own profiler counted above the beginning."""
    sys.path.insert(0, str(WORKLOADS))
    import memory

    model, inputs = getattr(memory, make)()
    with torch.no_grad():
        model(*inputs)
        with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU], profile_memory=True) as profile:
            model(*inputs)
    in_use = most = 0
    for event in profile.profiler.kineto_results.events():
        if event.name() == "[memory]":
            in_use += event.nbytes()
            most = max(most, in_use)
    return most


@unittest.skipUnless(AGENT, "no agent was built")
class MemoryHistory(unittest.TestCase):
    def test_the_peak_of_a_call_is_what_its_tensors_are(self):
        seen = history("peak")
        self.assertEqual(seen["at_start"], 2 * MIB)
        self.assertAlmostEqual(seen["peak"], 2 * MIB + 5 * MIB, delta=64)  # first, all three, result; scalars
        self.assertEqual(seen["allocator_peak"], seen["peak"])
        self.assertEqual(seen["peak"] - seen["at_start"], profiled_peak("peak"))
        self.assertEqual(sum(seen["parts"].values()), seen["peak"])
        self.assertEqual([seen["parts"][part] for part in ("weights", "inputs", "results")], [MIB, MIB, MIB])
        self.assertEqual([block[1] for block in seen["blocks"][:3]], [3 * MIB, MIB, MIB])
        self.assertTrue(seen["start"] <= seen["peak_time"] <= seen["end"])
        self.assertEqual(seen["readings"][0][1], 2 * MIB)
        self.assertEqual(max(size for _, size in seen["readings"]), seen["peak"])

    def test_parts_of_a_training_step_add_up(self):
        seen = history("trained", task="training")
        parameters = 4 * (256 * 512 + 512 + 512 * 128 + 128)
        self.assertEqual(sum(seen["parts"].values()), seen["peak"])
        self.assertEqual(seen["allocator_peak"], seen["peak"])
        self.assertEqual(seen["parts"]["weights"], parameters)
        self.assertEqual(seen["parts"]["optimizer_state"], 2 * parameters + 4 * 4)  # and each one's step
        self.assertGreater(seen["parts"]["gradients"], 0)
        self.assertEqual(seen["lost"], 0)

    def test_compiled_code_is_seen_alike(self):
        eager, fused = history("peak"), history("peak", compiled("aot_eager"))
        self.assertEqual(fused["at_start"], eager["at_start"])
        self.assertEqual(sum(fused["parts"].values()), fused["peak"])
        self.assertEqual(fused["allocator_peak"], fused["peak"])


class Thinning(unittest.TestCase):
    def test_keeps_the_peak_and_the_ends(self):
        from fusescope_worker.memory_history import thinned

        readings = [[time, (time * 7919) % 100_003] for time in range(100_000)]
        kept = thinned(readings)
        self.assertLessEqual(len(kept), 4_100)
        self.assertEqual((kept[0], kept[-1]), (readings[0], readings[-1]))
        self.assertEqual(max(size for _, size in kept), max(size for _, size in readings))
        self.assertEqual(kept, sorted(kept))


if __name__ == "__main__":
    unittest.main()
