# SPDX-License-Identifier: Apache-2.0
"""What goes wrong is classified and said in one sentence; the worker still answers `end`."""

import unittest

import torch
from worker_process import EAGER, PATIENCE_SECONDS, WORKLOADS, Worker, compiled, workload


class Errors(unittest.TestCase):
    def setup_error(self, spec, variant=EAGER, **fields):
        with Worker(fields.pop("environment", None)) as worker:
            answer = worker.try_setup(spec, variant, **fields)
            self.check(worker, answer)
            return answer["error"]

    def call_error(self, spec, variant=EAGER, **fields):
        with Worker() as worker:
            worker.setup(spec, variant, **fields)
            answer = worker.ask("warmup", case=0, calls=2)
            self.check(worker, answer)
            self.assertEqual((answer["error"]["stage"], answer["error"]["case"]), ("warmup", 0))
            return answer["error"]

    def check(self, worker, answer):
        self.assertIn("error", answer)
        error = answer["error"]
        self.assertNotIn("\n", error["sentence"])
        self.assertTrue(error["sentence"] and error["traceback"] and error["exception"])
        self.assertEqual(worker.ask("end"), {"done": "end"})
        self.assertEqual(worker.process.wait(PATIENCE_SECONDS), 0)

    def test_a_model_that_nobody_has(self):
        for spec in ("builtin:nothing", "torchvision:resnet19", "no.such.module:make", "/no/such/file.py:make"):
            with self.subTest(spec):
                self.assertEqual(self.setup_error(spec)["class"], "module_not_found")

    def test_a_callable_that_is_not_there(self):
        error = self.setup_error(workload("returns.py", "absent"))
        self.assertEqual(error["class"], "callable_not_found")
        self.assertIn("absent", error["sentence"])

    def test_a_callable_that_raises(self):
        error = self.setup_error(workload("returns.py", "raises"))
        self.assertEqual((error["class"], error["stage"]), ("user_exception", "build"))
        self.assertEqual(error["sentence"], "ValueError: the dataset is not mounted")
        self.assertEqual(error["exception"], "ValueError")
        self.assertIn("returns.py", error["traceback"])

    def test_returns_that_are_no_workload(self):
        for name, words in (("unknown_key", "'input'"), ("nothing", "NoneType")):
            with self.subTest(name):
                error = self.setup_error(workload("returns.py", name))
                self.assertEqual(error["class"], "bad_input")
                self.assertIn(words, error["sentence"])

    def test_a_parameter_that_the_call_does_not_have(self):
        cases = [{"name": "a", "inputs": [{"name": "images", "shape": [2, 3], "dtype": "float32"}]}]
        error = self.setup_error(workload("returns.py", "bare_module"), cases=cases)
        self.assertEqual(error["class"], "bad_input")
        self.assertIn("its parameters are x", error["sentence"])

    def test_no_inputs_at_all(self):
        error = self.setup_error(workload("returns.py", "bare_module"))
        self.assertEqual(error["class"], "bad_input")

    def test_a_wrong_shape(self):
        cases = [{"name": "a", "inputs": [{"name": "0", "shape": [8, 5], "dtype": "float32"}]}]
        for variant in (EAGER, compiled()):
            with self.subTest(variant["name"]):
                self.assertEqual(self.call_error("builtin:mlp", variant, cases=cases)["class"], "shape_mismatch")

    def test_a_backend_that_does_not_exist(self):
        error = self.setup_error("builtin:mlp", compiled(backend="warp"))
        self.assertEqual((error["class"], error["stage"]), ("invalid_backend", "compile"))

    def test_a_mode_that_does_not_exist(self):
        error = self.setup_error("builtin:mlp", compiled(backend="inductor", mode="quickest"))
        self.assertEqual(error["class"], "bad_input")
        self.assertIn("quickest", error["sentence"])

    def test_fullgraph_with_a_break(self):
        error = self.call_error(workload("breaks.py", "straight"), compiled(fullgraph=True))
        self.assertEqual(error["class"], "unsupported")

    def test_a_backend_that_fails(self):
        cases = [("failing", "backend_failed"), ("missing_fake", "missing_fake"), ("greedy", "out_of_memory")]
        for name, key in cases:
            with self.subTest(name):
                variant = compiled("failing" if name == "failing" else "eager")
                error = self.call_error(workload("failures.py", name), variant)
                self.assertEqual(error["class"], key, error["traceback"])

    def test_a_call_that_raises_or_exits_is_the_users_exception(self):
        for name in ("raising_call", "exiting_call"):
            with self.subTest(name):
                self.assertEqual(self.call_error(workload("failures.py", name))["class"], "user_exception")

    def test_a_fault_of_ours_is_said_to_be_ours(self):
        for name in ("broken_worker", "broken_shapes"):
            with self.subTest(name):
                error = self.setup_error(workload("failures.py", name))
                self.assertEqual(error["class"], "own_fault", error["traceback"])
                self.assertIn("(in fusescope_worker/hashes.py:", error["sentence"])

    @unittest.skipIf(torch.cuda.is_available(), "this machine has the device")
    def test_a_device_that_is_not_here(self):
        error = self.setup_error("builtin:mlp", numeric={"device": "cuda:0"})
        self.assertEqual(error["class"], "device_not_found")
        self.assertIn("cuda:0", error["sentence"])

    def test_an_interpreter_without_torch(self):
        error = self.setup_error("builtin:mlp", environment={"PYTHONPATH": str(WORKLOADS / "without_torch")})
        self.assertEqual(error["class"], "no_torch")

    def test_pickled_code_in_an_input_file_is_not_run(self):
        class Malice:
            def __reduce__(self):
                return (open, ("/tmp/fusescope-malice", "w"))

        with Worker() as worker:
            torch.save({"x": Malice()}, f"{worker.folder.name}/in.pt")
            cases = [{"name": "a", "inputs": [{"name": "0", "file": "in.pt", "key": "x"}]}]
            answer = worker.try_setup("builtin:mlp", cases=cases)
            self.assertEqual(answer["error"]["class"], "bad_input")

    def test_parts_that_match_nothing(self):
        parts = [{"target": "blocks.*"}]
        error = self.setup_error(workload("returns.py", "outer"), {**compiled(), "parts": parts})
        self.assertEqual(error["class"], "bad_input")
        self.assertIn("blocks.*", error["sentence"])

    def test_commands_out_of_order(self):
        with Worker() as worker:
            self.assertEqual(worker.ask("warmup", case=0, calls=1)["error"]["class"], "other")
            self.assertEqual(worker.ask("dance")["error"]["class"], "other")
            worker.send_text("no JSON at all\n")
            self.assertEqual(worker.answer()["error"]["class"], "other")
            self.assertEqual(worker.ask("end"), {"done": "end"})


if __name__ == "__main__":
    unittest.main()
