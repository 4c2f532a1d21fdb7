# SPDX-License-Identifier: Apache-2.0
"""The contract with the recorder: answers, spool, and the end of a worker."""

import json
import os
import time
import unittest
from pathlib import Path
from statistics import median

from worker_process import PATIENCE_SECONDS, Worker, built_agents, compiled, workload

_AGENTS = built_agents()


def alive(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def wait_until(condition):
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return condition()


class Protocol(unittest.TestCase):
    def test_a_lane_answers_every_command_and_leaves_with_zero(self):
        with Worker(cold=True) as worker:
            setup = worker.setup("builtin:mlp", kind="paired")
            self.assertEqual([phase["phase"] for phase in setup["phases"]], ["import", "build", "inputs"])
            self.assertTrue(all(phase["wall_ns"] > 0 and phase["cpu_ns"] >= 0 for phase in setup["phases"]))
            self.assertEqual([event["stage"] for event in worker.events_of("stage")], ["import", "build", "inputs"])
            (case,) = setup["cases"]
            self.assertEqual(
                case,
                {
                    "name": "default",
                    "items": 8.0,
                    "sets": 1,
                    "inputs": [{"name": "0", "shape": [8, 64], "dtype": "float32"}],
                },
            )
            self.assertEqual(setup["agent"], {"used": False, "reason": "no agent was given", "version": None})
            warm = worker.warm_up(calls=7)
            self.assertEqual((warm["spool"], warm["compiled"]), ({"offset": 0, "calls": 7}, []))
            block = worker.done("block", case=0, calls=5, discard=2, clock="call")
            self.assertEqual(block["spool"], {"offset": 7 * 20, "calls": 5})
            wall, cpu, switches = worker.samples(block["spool"])
            self.assertTrue(all(value > 0 for value in wall))
            self.assertTrue(all(value >= 0 for value in [*cpu, *switches]))
            self.assertGreaterEqual(block["wall_ns"], sum(wall))
            if os.path.exists("/proc/pressure/cpu"):
                self.assertGreaterEqual(block["cpu_pressure_us"], 0)
            mean = worker.done("block", case=0, calls=5, discard=1, clock="pipelined")
            self.assertEqual((mean["spool"]["calls"], mean["clock"]), (1, "pipelined"))
            proof = worker.done("prove", case=0)
            self.assertEqual((proof["regions"], proof["lookups"], proof["compile_count"]), ({}, 0, 0))
            memory = worker.done("memory", case=0, phase="steady")["memory"]
            self.assertEqual((memory[0]["phase"], memory[0]["case"]), ("steady", 0))
            self.assertGreater(memory[0]["host_peak_bytes"], 1 << 20)
            self.assertEqual(worker.ask("end"), {"done": "end"})
            self.assertEqual(worker.process.wait(PATIENCE_SECONDS), 0)

    def test_garbage_that_is_collected_in_calls_of_a_warm_up_is_told_and_in_timed_calls_nobody_looks(self):
        with Worker(cold=True) as worker:
            worker.setup(workload("collecting.py", "make"))
            warm = worker.warm_up(calls=6)
            wall, _, _ = worker.samples(warm["spool"])
            whole = [event for event in worker.events_of("collection") if event["generation"] == 2]
            self.assertEqual([event["call"] for event in whole], [2, 5])
            for event in whole:
                self.assertEqual(event["case"], 0)
                self.assertEqual(event["runs"], 1)
                self.assertGreater(event["duration_ns"], 0)
                self.assertLessEqual(event["duration_ns"], wall[event["call"]])
                self.assertGreaterEqual(event["start_utc_ns"], warm["start_utc_ns"])
            worker.done("block", case=0, calls=6, discard=1, clock="call")
            self.assertEqual(worker.events_of("collection"), [])

    @unittest.skipUnless(_AGENTS, "no agent is built")
    def test_the_agent_measures_when_it_fits_this_torch(self):
        import torch

        minor = ".".join(torch.__version__.split(".")[:2])
        agent = next((path for path in _AGENTS if path.stem.endswith(minor)), None)
        if agent is None:
            self.skipTest("the agent is for another torch")
        with Worker(cold=True) as worker:
            setup = worker.setup("builtin:mlp", compiled(), agent=str(agent))
            self.assertEqual(setup["agent"], {"used": True, "reason": None, "version": minor})
            warm = worker.warm_up(calls=4)
            self.assertEqual(warm["compiled"], [0])
            wall, _, _ = worker.samples(warm["spool"])
            self.assertGreater(wall[0], median(wall[1:]))
            self.assertEqual(worker.done("prove", case=0)["regions"], {"0/0": 1})
            memory = worker.done("memory", case=0, phase="steady")["memory"][0]
            self.assertGreater(memory["host_allocator_peak_bytes"], 0)

    def test_an_agent_that_does_not_load_is_said_and_done_without(self):
        with Worker(cold=True) as worker:
            setup = worker.setup("builtin:mlp", agent="/nonexistent/agent.so")
            self.assertFalse(setup["agent"]["used"])
            self.assertIn("could not be loaded", setup["agent"]["reason"])
            worker.warm_up()

    def test_user_code_sees_its_own_world(self):
        with Worker(cold=True) as worker:
            extra = os.path.join(worker.folder.name, "extra")
            worker.setup(workload("spy.py", "make"), argv=["--size", "3"], sys_path=[extra], arguments={"a": [1, "x"]})
            line = next(line for line in worker.log().splitlines() if line.startswith("SEEN "))
            seen = json.loads(line.removeprefix("SEEN "))
            self.assertEqual(seen["argv"], [workload("spy.py", "make").rpartition(":")[0], "--size", "3"])
            self.assertEqual(seen["path"][0], os.path.dirname(seen["argv"][0]), "as `python spy.py` has it")
            self.assertIn(extra, seen["path"])
            self.assertFalse([path for path in seen["path"] if path.endswith("profiler/worker")])
            self.assertEqual((seen["main_file"], seen["main_names"], seen["variables"]), (None, [], []))
            self.assertEqual(seen["directory"], os.path.realpath(worker.folder.name))
            self.assertEqual(seen["arguments"], {"a": [1, "x"]})

    def test_two_lanes_hold_the_same_weights_and_inputs(self):
        hashes = []
        for variant in ({"name": "e", "kind": "eager"}, compiled()):
            with Worker(cold=True) as worker:
                environment = worker.setup("builtin:graph-network", variant, numeric={"seed": 5})["environment"]
                hashes.append((environment["weights_hash"], environment["inputs_hash.default"]))
        self.assertEqual(hashes[0], hashes[1])
        self.assertTrue(all(len(value) == 64 for value in hashes[0]))

    def test_no_secret_of_the_environment_is_told(self):
        variables = {"TORCH_TOKEN": "hunter2", "HOME_SECRET": "hunter3", "OMP_WAIT_POLICY": "passive"}
        with Worker(variables) as worker:
            text = json.dumps(worker.setup("builtin:mlp"))
            self.assertNotIn("hunter", text)
            self.assertIn("OMP_WAIT_POLICY", text)


class Ends(unittest.TestCase):
    def test_end_of_file_ends_the_worker_and_its_children(self):
        with Worker(cold=True) as worker:
            worker.setup(workload("spy.py", "pool"))
            note = Path(worker.folder.name) / "grandchild"
            self.assertTrue(wait_until(lambda: note.is_file() and note.read_text().strip()))
            grandchild = int(note.read_text())
            self.assertTrue(alive(grandchild))
            worker.close()
            self.assertTrue(wait_until(lambda: worker.process.poll() is not None), "the worker still lives")
            self.assertTrue(wait_until(lambda: not alive(grandchild)), "a grandchild still lives")

    def test_end_of_file_during_a_block_ends_the_worker(self):
        with Worker(cold=True) as worker:
            worker.setup("builtin:transformer-block")
            worker.send("block", case=0, calls=10_000_000, discard=0, clock="call")
            time.sleep(0.5)
            worker.close()
            self.assertTrue(wait_until(lambda: worker.process.poll() is not None))


if __name__ == "__main__":
    unittest.main()
