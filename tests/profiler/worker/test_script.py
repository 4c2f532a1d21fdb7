# SPDX-License-Identifier: Apache-2.0
"""A user's unmodified program as a lane: what is found in it, and one call of it measured where it makes it."""

import importlib.util
import os
import unittest

from worker_process import EAGER, WORKLOADS, Worker, compiled

SCRIPTS = WORKLOADS.parent / "scripts"


def spec(name):
    return f"script:{SCRIPTS / name}"


def needs(*packages):
    missing = [name for name in packages if importlib.util.find_spec(name) is None]
    return unittest.skipIf(missing, f"no {', '.join(missing)} here")


class Discovered:
    """What the first pass over a script answers."""

    def __init__(self, name, *argv, seconds=1):
        with Worker() as worker:
            plan = worker.plan(spec(name), EAGER, None, None, {"argv": list(argv)})
            self.answer = worker.ask("discover", plan=plan, seconds=seconds, spool=worker.spool)
            self.log = worker.log()
        self.rows = self.answer.get("candidates", [])

    @property
    def proposed(self):
        return self.rows[self.answer["proposed"]["index"]]

    def named(self, name):
        return next(row for row in self.rows if row["name"] == name)


class Lane:
    """A worker that stands before the script's first call."""

    def __init__(self, name, call, variant=EAGER, argv=(), kind="paired", **fields):
        self.worker = Worker()
        self.setup = self.worker.try_setup(spec(name), variant, kind=kind, call=call, argv=list(argv), **fields)
        if "error" in self.setup:
            self.__exit__()
            raise AssertionError(self.setup["error"]["traceback"])

    def __enter__(self):
        return self.worker

    def __exit__(self, *_):
        self.worker.__exit__()


class FirstPass(unittest.TestCase):
    def test_a_training_loop_is_found_with_its_step(self):
        found = Discovered("train_loop.py")
        self.assertEqual(found.proposed["name"], "model")
        self.assertEqual((found.proposed["task"], found.proposed["kind"]), ("training", "module"))
        self.assertGreaterEqual(found.proposed["calls"], 30)
        self.assertTrue(any(row["task"] == "inference" for row in found.rows), "its evaluation is told apart")
        self.assertEqual(found.answer["ended"], "enough")
        self.assertGreater(found.answer["data"]["wait_share"], 0)
        self.assertIn("epoch 0", found.log)

    def test_own_compiles_are_told_with_their_settings(self):
        found = Discovered("own_compile.py")
        model, score = found.named("model"), found.named("score")
        self.assertEqual(model["compiled"][0]["settings"], {"mode": "reduce-overhead"})
        self.assertEqual(score["kind"], "function")
        self.assertEqual(score["compiled"][0]["settings"], {"dynamic": True, "backend": "eager"})
        self.assertEqual(found.answer["compiles"]["marks"][0]["dimension"], 0)

    def test_cells_of_a_notebook_have_names(self):
        self.assertEqual(Discovered("notebook.py").proposed["name"], "encoder")

    @needs("torchvision")
    def test_loaders_of_an_evaluation_are_counted(self):
        found = Discovered("evaluate.py")
        self.assertEqual((found.proposed["name"], found.proposed["task"]), ("model", "inference"))
        self.assertEqual(found.answer["data"]["workers"], 2)

    @needs("transformers")
    def test_generate_is_one_call(self):
        self.assertEqual(Discovered("generate.py", seconds=3).proposed["name"], "model.generate")

    @needs("transformers", "accelerate")
    def test_a_trainers_step_is_found(self):
        found = Discovered("trainer.py", seconds=3)
        self.assertEqual((found.proposed["name"], found.proposed["task"]), ("trainer.model", "training"))

    def test_files_that_it_writes_are_named(self):
        written = Discovered("ends.py", "writes").answer["written"]
        self.assertEqual([os.path.basename(path) for path in written], ["result.txt"])

    def test_what_cannot_be_measured_is_said(self):
        self.assertIsNone(Discovered("ends.py", "never").answer["proposed"])
        self.assertEqual(Discovered("ends.py", "exit").answer["how"], "called sys.exit(3)")
        self.assertIsNone(Discovered("ends.py", "thread").answer["proposed"])
        self.assertEqual(Discovered("ends.py", "early").answer["candidates"][0]["calls"], 6)
        stdin = Discovered("ends.py", "stdin").answer
        self.assertEqual(stdin["error"]["class"], "bad_input")
        self.assertIn("stdin", stdin["error"]["sentence"])


class Lanes(unittest.TestCase):
    def test_calls_are_granted_and_the_rest_waits(self):
        with Lane("train_loop.py", "model", task="training") as worker:
            self.assertNotIn("epoch 0", worker.log())
            warm = worker.warm_up(calls=5)
            self.assertTrue(all(ns > 0 for ns in worker.samples(warm["spool"])[0]))
            self.assertEqual(warm["compiled"], [])
            block = worker.done("block", case=0, calls=20, discard=3, clock="call")
            wall, _, switches = worker.samples(block["spool"])
            self.assertEqual(len(wall), 20)
            self.assertTrue(all(count >= 0 for count in switches))
            self.assertEqual(block["wall_ns"], sum(wall), "what the script does between its calls is not theirs")
            self.assertIn("epoch 0", worker.log(), "16 steps are an epoch")
            self.assertNotIn("epoch 2", worker.log())

    def test_steps_are_the_optimizers(self):
        """8 epochs of 16 steps: evaluations in between are no steps."""
        with Lane("train_loop.py", "model", task="training", argv=["--epochs", "2"]) as worker:
            worker.warm_up(calls=32)
            error = worker.ask("warmup", case=0, calls=1)["error"]
            self.assertEqual(error["class"], "script_ended")
            self.assertIn("came to its end after 32 calls of model", error["sentence"])

    def test_a_variant_compiles_the_module(self):
        with Lane("train_loop.py", "model", compiled("aot_eager"), task="training") as worker:
            self.assertEqual(worker.warm_up(calls=4)["compiled"], [0])
            self.assertEqual(worker.done("prove", case=0)["regions"].get("0/0"), 1)

    def test_own_compiles_are_taken_off_or_replaced(self):
        with Lane("own_compile.py", "model") as worker:
            self.assertEqual(worker.warm_up(calls=4)["compile_count"], 0)
        with Lane("own_compile.py", "model", compiled("aot_eager")) as worker:
            warm = worker.warm_up(calls=4)
            self.assertEqual(warm["compiled"], [0], "its size was marked dynamic")
        with Lane("own_compile.py", "score", compiled("eager")) as worker:
            self.assertEqual(worker.warm_up(calls=3)["compiled"][0], 0)

    def test_results_of_the_same_calls_are_compared(self):
        for call, name, task in (("model", "train_loop.py", "training"), ("encoder", "notebook.py", "inference")):
            with self.subTest(name):
                self._compare(name, call, task)

    def _compare(self, name, call, task):
        paths = {}
        with Lane(name, call, kind="check", task=task) as eager, Lane(
            name, call, compiled("aot_eager"), kind="check", task=task
        ) as other:
            for worker in (eager, other):
                paths[worker] = os.path.join(worker.folder.name, "outputs.pt")
                for number in (0, 1):
                    worker.done("outputs", case=0, input_set=number, path=paths[worker], precision="as_is")
            rows = other.done(
                "compare", case=0, input_set=1, reference=paths[eager], candidate=paths[other], fp64=None
            )["numerics"]
        roles = {row["role"] for row in rows}
        self.assertEqual(roles, {"output", "loss", "gradient", "parameter"} if task == "training" else {"output"})
        self.assertTrue(all(row["mismatches"] == 0 for row in rows if "mismatches" in row), rows)

    def test_a_call_of_inference_is_made_again_in_fp64(self):
        with Lane("notebook.py", "encoder", kind="check") as worker:
            path = os.path.join(worker.folder.name, "outputs.pt")
            worker.done("outputs", case=0, input_set=0, path=path, precision="fp64")
            worker.done("outputs", case=0, input_set=0, path=path, precision="as_is")

    def test_how_it_ends_is_said(self):
        for how, key, words in (
            ("exit", "script_ended", "called sys.exit(3) after 6 calls of model"),
            ("early", "script_ended", "came to its end after 6 calls of model"),
            ("raises", "user_exception", "the script's own trouble"),
        ):
            with self.subTest(how), Lane("ends.py", "model", argv=[how]) as worker:
                worker.warm_up(calls=6)
                error = worker.ask("warmup", case=0, calls=1)["error"]
                self.assertEqual(error["class"], key)
                self.assertIn(words, error["sentence"])

    def test_a_call_that_is_never_made_is_said(self):
        for how, words in (("never", "without a call of model"), ("thread", "a thread or a process of its own")):
            with self.subTest(how), Worker() as worker:
                error = worker.try_setup(spec("ends.py"), call="model", argv=[how])["error"]
                self.assertEqual(error["class"], "call_not_made")
                self.assertIn(words, error["sentence"])

    def test_each_lane_can_have_a_folder_of_its_own(self):
        with Lane("ends.py", "model", argv=["writes"], own_folder=True) as worker:
            self.assertFalse(os.path.exists(os.path.join(worker.folder.name, "result.txt")))
            self.assertTrue(os.path.exists(f"{worker.spool}.folder/result.txt"))

    def test_it_ends_where_it_stands(self):
        with Lane("train_loop.py", "model", task="training") as worker:
            worker.warm_up(calls=3)
            self.assertEqual(worker.ask("end"), {"done": "end"})
            self.assertEqual(worker.process.wait(timeout=20), 0)

    @needs("torchvision")
    def test_loaders_rest_with_the_script(self):
        with Lane("evaluate.py", "model") as worker:
            worker.warm_up(calls=3)
            children = _children(worker.process.pid)
            self.assertEqual([_state(pid) for pid in children], ["T"] * len(children))
            self.assertGreaterEqual(len(children), 2)
            worker.warm_up(calls=3)

    @needs("transformers")
    def test_generate_is_compiled_inside(self):
        with Lane("generate.py", "model.generate", compiled("eager")) as worker:
            self.assertIn(0, worker.warm_up(calls=2)["compiled"])

    @needs("transformers", "accelerate")
    def test_a_trainers_steps_are_measured(self):
        with Lane("trainer.py", "trainer.model", compiled("eager"), task="training") as worker:
            self.assertIn(0, worker.warm_up(calls=4)["compiled"])
            worker.done("block", case=0, calls=5, discard=1, clock="call")


def _children(pid):
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit() and _stat(name)[1:2] == [str(pid)]:
            found.append(name)
    return found


def _state(pid):
    return _stat(pid)[0]


def _stat(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()
    except OSError:
        return []


if __name__ == "__main__":
    unittest.main()
