# SPDX-License-Identifier: Apache-2.0
"""Engines beside torch.compile: the model made one program, opened again, and called in its place."""

import contextlib
import importlib.util
import os
import tempfile
import unittest

import torch

from worker_process import Worker, built_agents, built_runners, workload

FILE = "engines.py"


def by(engine, **more):
    return {"name": engine, "kind": "compiled", "engine": engine, **more}


class Kept(unittest.TestCase):
    """A compile cache for all processes of a test."""

    @classmethod
    def setUpClass(cls):
        cls.cache = tempfile.TemporaryDirectory(prefix="fusescope-cache-")
        cls.environment = {"TORCHINDUCTOR_CACHE_DIR": cls.cache.name, "TORCHINDUCTOR_VEC_ISA_OK": "1"}

    @classmethod
    def tearDownClass(cls):
        cls.cache.cleanup()

    def outputs_of(self, variant, callable_name, case=0, **fields):
        """(what a call returned, setup's answer)."""
        with Worker(self.environment) as worker:
            setup = worker.setup(workload(FILE, callable_name), variant, kind="check", **fields)
            path = os.path.join(worker.folder.name, "out.pt")
            worker.done("outputs", case=case, input_set=0, path=path, precision="as_is")
            return torch.load(path, weights_only=False), setup

    def refusal(self, variant, callable_name, **fields):
        with Worker(self.environment) as worker:
            answer = worker.try_setup(workload(FILE, callable_name), variant, **fields)
            self.assertNotIn("done", answer)
            return answer["error"]


def phases_of(setup):
    return [phase["phase"] for phase in setup["phases"]]


class Results(Kept):
    def assert_same(self, engine, callable_name, case=0):
        eager, _ = self.outputs_of({"name": "eager", "kind": "eager"}, callable_name, case)
        other, setup = self.outputs_of(by(engine), callable_name, case)
        self.assertEqual([entry["path"] for entry in eager], [entry["path"] for entry in other])
        for mine, theirs in zip(eager, other):
            torch.testing.assert_close(theirs["tensor"], mine["tensor"], rtol=1e-4, atol=1e-5)
        return setup

    def test_torchscript_makes_the_program_once_and_opens_it_again(self):
        first = self.assert_same("torchscript", "net")
        self.assertEqual(phases_of(first)[-4:], ["inputs", "package_trace", "package_save", "open"])
        again = self.assert_same("torchscript", "net")
        self.assertEqual(phases_of(again)[-2:], ["inputs", "open"])
        self.assertEqual(again["environment"]["engine"], "torchscript")
        self.assertGreater(int(again["environment"]["package_bytes"]), 1000)

    def test_torchscript_takes_names_and_positions_together(self):
        self.assert_same("torchscript", "net_by_name")

    def test_an_exported_program_keeps_nesting_and_takes_all_cases(self):
        self.assert_same("export", "net")
        self.assert_same("export", "net_in_sizes", case=0)
        setup = self.assert_same("export", "net_in_sizes", case=1)
        self.assertEqual(phases_of(setup)[-2:], ["inputs", "open"])  # one program for both

    def test_aoti_compiles_once_and_opens_again(self):
        self.assert_same("aoti", "net_by_name")
        setup = self.assert_same("aoti", "net_by_name")
        self.assertEqual(phases_of(setup)[-2:], ["inputs", "open"])

    @unittest.skipUnless(importlib.util.find_spec("onnxruntime") and importlib.util.find_spec("onnxscript"), "no ONNX here")
    def test_onnx_runtime_gives_the_same_tensors_by_name(self):
        self.assert_same("onnx", "net_in_sizes", case=1)


class Calls(Kept):
    def test_its_calls_are_timed_as_all_others(self):
        with Worker(self.environment) as worker:
            worker.setup(workload(FILE, "net"), by("torchscript"))
            self.assertEqual(worker.warm_up(calls=5)["compiled"], [])
            block = worker.done("block", case=0, calls=5, discard=1, clock="call")
            wall, _, _ = worker.samples(block["spool"])
            self.assertTrue(all(value > 0 for value in wall))
            self.assertEqual(worker.done("prove", case=0)["regions"], {})


@unittest.skipUnless(built_agents() and built_runners(), "no agent and no runner in the build")
class WithoutPython(Kept):
    """fusescope-runner opens what the Python lane of the same engine opens."""

    def native(self, engine, callable_name, **fields):
        given = {"agent": str(built_agents()[0]), "runner": str(built_runners()[0])}
        worker = Worker(self.environment)
        self.addCleanup(worker.__exit__)
        return worker, worker.setup(workload(FILE, callable_name), by(engine, native=True), **given, **fields)

    def test_its_results_are_those_of_eager(self):
        eager, _ = self.outputs_of({"name": "eager", "kind": "eager"}, "net_in_sizes", 1)
        for engine in ("torchscript", "export"):
            worker, _ = self.native(engine, "net_in_sizes", kind="check")
            path = os.path.join(worker.folder.name, "out.pt")
            worker.done("outputs", case=1, input_set=0, path=path, precision="as_is")
            other = torch.load(path, weights_only=False)
            self.assertEqual([entry["path"] for entry in eager], [entry["path"] for entry in other])
            for mine, theirs in zip(eager, other):
                torch.testing.assert_close(theirs["tensor"], mine["tensor"], rtol=1e-4, atol=1e-5)

    def test_the_runner_makes_and_times_the_calls(self):
        worker, setup = self.native("torchscript", "net")
        self.assertEqual(phases_of(setup)[-1], "open")
        self.assertTrue(setup["agent"]["used"])
        worker.warm_up(calls=20)
        block = worker.done("block", case=0, calls=50, discard=1, clock="call")
        wall, cpu, switches = worker.samples(block["spool"])
        self.assertTrue(all(value > 0 for value in [*wall, *cpu]))
        self.assertTrue(all(value >= 0 for value in switches))
        self.assertLess(sum(wall), block["wall_ns"])
        self.assertGreater(block["cpu_ns"], sum(cpu) // 2)  # the runner's, not this worker's
        mean = worker.done("block", case=0, calls=50, discard=1, clock="pipelined")
        self.assertEqual(mean["spool"]["calls"], 1)
        self.assertTrue(worker.done("prove", case=0)["observed"])
        (memory,) = worker.done("memory", case=0, phase="steady")["memory"]
        self.assertGreater(memory["host_peak_bytes"], 1 << 20)
        self.assertGreater(memory["host_allocator_peak_bytes"], 0)

    def test_its_operators_are_traced(self):
        worker, _ = self.native("export", "net", kind="trace")
        path = os.path.join(worker.folder.name, "trace.spool")
        traced = worker.done("trace", **{"case": 0, "pass": "operators", "calls": 3, "path": path, "kernels": None})
        self.assertTrue(traced["observed"])
        self.assertGreater(os.path.getsize(path), 200)

    def test_a_dead_runner_is_an_error_of_the_variant(self):
        worker, _ = self.native("torchscript", "net")
        os.kill(int(_child_named(worker.process.pid, "fusescope_runne")), 9)
        error = worker.ask("warmup", case=0, calls=3)["error"]
        self.assertIn("fusescope-runner ended: -9", error["sentence"])

    def test_without_a_runner_the_engine_is_missing(self):
        error = self.refusal(by("torchscript", native=True), "net", agent=str(built_agents()[0]))
        self.assertEqual(error["class"], "engine_missing")


def _make_package(path):
    """Batches of 2 to 8, as a user makes one."""
    module, example = torch.nn.Linear(16, 4).eval(), torch.randn(4, 16)
    sizes = torch.export.ShapesCollection()
    sizes[example] = {0: torch.export.Dim.AUTO(min=2, max=8)}
    with torch.no_grad():
        program = torch.export.export(module, (example,), dynamic_shapes=sizes)
        torch._inductor.aoti_compile_and_package(program, package_path=path)


def _child_named(parent, name):
    for pid in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError), open(f"/proc/{pid}/stat") as file:
            text = file.read()
            if f"({name}" in text and text.rpartition(")")[2].split()[1] == str(parent):
                return pid
    raise AssertionError(f"{name} does not run")


class Refusals(Kept):
    def test_a_model_that_decides_by_data_is_named_with_its_line(self):
        error = self.refusal(by("export"), "deciding")
        self.assertEqual(error["class"], "export_failed")
        self.assertRegex(error["sentence"], r"^torch\.export failed at .*engines\.py:\d+ \(forward\): ")

    def test_sizes_outside_are_refused_and_not_run(self):
        fixed = by("export", compile={"dynamic": False})
        error = self.refusal(fixed, "net_in_sizes")
        self.assertEqual(error["class"], "outside_range")
        self.assertIn("case large", error["sentence"])
        self.assertIn("0 has 6 at dimension 0, the package takes 2.", error["sentence"])

    def test_a_package_of_the_users_own_is_asked_before_it_is_timed(self):
        package = os.path.join(self.cache.name, "given.pt2")
        _make_package(package)
        eager = {"name": "eager", "kind": "eager"}
        for batch, sentence in ((3, None), (9, "tensor 0, dim value is too large at 0, expected to be <= 8, but got: 9.")):
            tensor = {"name": "0", "shape": [batch, 16], "dtype": "float32"}
            with Worker(self.environment) as worker:
                answer = worker.try_setup(package, eager, cases=[{"name": f"b{batch}", "inputs": [tensor]}])
                if sentence is None:
                    self.assertEqual(answer.get("done"), "setup", answer)
                    self.assertEqual(worker.warm_up(calls=2)["compiled"], [])
                else:
                    self.assertEqual(answer["error"]["class"], "outside_range")
                    self.assertIn(sentence, answer["error"]["sentence"])

    def test_a_function_is_no_module(self):
        error = self.refusal(by("torchscript"), "function")
        self.assertEqual(error["class"], "bad_input")
        self.assertIn("return it in the callable", error["sentence"])


if __name__ == "__main__":
    unittest.main()
