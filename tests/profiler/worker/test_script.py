# SPDX-License-Identifier: Apache-2.0
"""A user's unmodified program as a lane: what is found in it, and one call of it measured where it makes it."""

import importlib.util
import os
import time
import unittest
from statistics import median

from worker_process import EAGER, PATIENCE_SECONDS, WORKLOADS, Worker, compiled

SCRIPTS = WORKLOADS.parent / "scripts"


def spec(name):
    return f"script:{SCRIPTS / name}"


def needs(*packages):
    missing = [name for name in packages if importlib.util.find_spec(name) is None]
    return unittest.skipIf(missing, f"no {', '.join(missing)} here")


class Discovered:
    """What the first pass over a script answers."""

    def __init__(self, name, *argv, seconds=1, **work):
        with Worker() as worker:
            plan = worker.plan(spec(name), EAGER, None, None, {"argv": list(argv), **work})
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
            log = self.worker.log()
            self.__exit__()
            raise AssertionError(f"{self.setup['error']['traceback']}\n{log}")

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
        self.assertEqual(Discovered("ends.py", "early").answer["candidates"][0]["calls"], 6)
        stdin = Discovered("ends.py", "stdin").answer
        self.assertEqual(stdin["error"]["class"], "bad_input")
        self.assertIn("stdin", stdin["error"]["sentence"])


class CannotBeHeld(unittest.TestCase):
    """Threads that call the model, processes that are forked, an event loop: each variant runs alone."""

    def test_such_calls_are_found_and_told(self):
        for how, count in (("thread", "in_threads"), ("pool", "in_threads"), ("forks", "in_processes"), ("spawns", "in_processes")):
            with self.subTest(how):
                found = Discovered("ends.py", how)
                self.assertEqual(found.proposed["name"], "model")
                self.assertTrue(found.proposed["apart"])
                self.assertGreaterEqual(found.proposed["calls"], 30)
                self.assertGreaterEqual(found.proposed[count], found.proposed["calls"])
        loop = Discovered("ends.py", "loop").proposed
        self.assertTrue(loop["apart"] and loop["in_event_loop"])

    def test_what_can_be_held_is_proposed_first(self):
        self.assertFalse(Discovered("ends.py", "writes").proposed["apart"])

    def test_its_calls_are_taken_as_they_come(self):
        eager, compiles = EAGER, compiled("eager")
        for how, variant in (("pool", eager), ("late", eager), ("loop", compiles), ("forks", compiles), ("spawns", eager)):
            with self.subTest(how, variant=variant["kind"]):
                with FreeLane(how, variant) as worker:
                    warm = worker.warm_up(calls=5)
                    wall, cpu, _ = worker.samples(warm["spool"])
                    self.assertTrue(all(ns > 0 for ns in [*wall, *cpu]))
                    self.assertEqual(bool(warm["compiled"]), variant["kind"] == "compiled")
                    block = worker.done("block", case=0, calls=20, discard=3, clock="call")
                    wall, _, _ = worker.samples(block["spool"])
                    self.assertEqual(block["wall_ns"], sum(wall))
                    self.assertFalse(worker.done("prove", case=0)["observed"])
                    self.assertTrue(worker.done("memory", case=0, phase="steady")["memory"])

    def test_its_end_is_said(self):
        with FreeLane("thread", EAGER) as worker:
            error = worker.ask("warmup", case=0, calls=51)["error"]
            self.assertEqual(error["class"], "script_ended")
            self.assertIn("came to its end after 50 calls of model", error["sentence"])
        with Worker() as worker:
            error = worker.try_setup(spec("ends.py"), placement="sequential", call="model", argv=["never"])["error"]
            self.assertEqual(error["class"], "call_not_made")


class Ranks(unittest.TestCase):
    """As torchrun starts them on one machine: the first is measured, the others follow it."""

    def test_are_started_while_a_script_is_looked_at(self):
        found = Discovered("ranks.py", ranks=2)
        self.assertEqual((found.proposed["name"], found.proposed["task"]), ("model", "training"))
        self.assertFalse(found.proposed["apart"])
        self.assertIn("rank 0 of 2", found.log)
        self.assertIn("rank 1 of 2", found.log)

    def test_follow_the_first_and_rest_with_it(self):
        for variant in (EAGER, compiled("aot_eager")):
            with self.subTest(variant["kind"]), Lane("ranks.py", "model", variant, task="training", ranks=2) as worker:
                warm = worker.warm_up(calls=4)
                self.assertEqual(bool(warm["compiled"]), variant["kind"] == "compiled")
                worker.done("block", case=0, calls=5, discard=1, clock="call")
                self.assertEqual(_states_at_rest(worker), {"T"}, "they stand still between two blocks")
                worker.done("prove", case=0)
                self.assertEqual(worker.ask("end"), {"done": "end"})

    def test_one_rank_has_what_its_group_needs(self):
        self.assertIn("rank 0 of 1", Discovered("ranks.py", ranks=1).log)


class FreeLane(Lane):
    def __init__(self, how, variant, **fields):
        super().__init__("ends.py", "model", variant, [how], placement="sequential", **fields)


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

    def test_ranks_share_their_gradients_in_the_backward_that_is_clocked(self):
        for variant in (EAGER, compiled("aot_eager")):
            with self.subTest(variant["name"]), Lane("ranks.py", "model", variant, task="training", ranks=2) as worker:
                worker.warm_up(calls=5)
                answer = worker.done("parts", case=0, calls=3)
                self.assertTrue(answer["observed"], answer)
                for whole, data, forward, backward, optimizer in answer["steps"]:
                    self.assertIsNone(data, "it makes its batches itself")
                    self.assertGreater(min(forward, backward, optimizer), 0)
                    self.assertGreaterEqual(whole, forward + backward + optimizer)

    def test_parts_of_its_steps_and_its_wait_for_data(self):
        with Lane("train_loop.py", "model", task="training") as worker:
            worker.warm_up(calls=5)
            answer = worker.done("parts", case=0, calls=4)
            self.assertTrue(answer["observed"], answer)
            self.assertEqual(len(answer["steps"]), 4)
            for whole, data, forward, backward, optimizer in answer["steps"]:
                self.assertGreater(min(data, forward, backward, optimizer), 0)
                self.assertGreaterEqual(whole, data + forward + backward + optimizer)
            worker.done("block", case=0, calls=5, discard=1, clock="call")

    def test_losses_of_the_same_steps_are_compared(self):
        curves = []
        for variant in (EAGER, compiled("aot_eager")):
            with Lane("train_loop.py", "model", variant, kind="check", task="training") as worker:
                path = os.path.join(worker.folder.name, "outputs.pt")
                worker.done("outputs", case=0, input_set=0, path=path, precision="as_is")
                curves.append(worker.done("losses", case=0, steps=8)["losses"])
        self.assertEqual(len(curves[0]), 8)
        self.assertEqual(len(set(curves[0])), 8, "each of another batch")
        for eager, other in zip(*curves):
            self.assertAlmostEqual(eager, other, places=5)

    def test_a_curve_ends_with_its_script(self):
        with Lane("train_loop.py", "model", kind="check", task="training", argv=["--epochs", "1"]) as worker:
            answer = worker.done("losses", case=0, steps=40)
            self.assertEqual(len(answer["losses"]), 16)
            self.assertIn("came to its end", answer["reason"])

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

    def test_stdin_is_said(self):
        with Worker() as worker:
            error = worker.try_setup(spec("ends.py"), call="model", argv=["stdin"])["error"]
            self.assertEqual(error["class"], "bad_input")
            self.assertIn("reads from stdin, which is empty", error["sentence"])

    def test_seeds_are_the_plans_where_the_script_sets_none(self):
        hashes = set()
        for seed in (3, 3, 4):
            with Worker() as worker:
                fields = worker.setup(spec("ends.py"), numeric={"seed": seed}, call="model", argv=["writes"])
                hashes.add(fields["environment"]["weights_hash"])
        self.assertEqual(len(hashes), 2, "3 and 4")

    def test_a_cold_process_compiles_in_its_first_call_alone(self):
        with Lane("notebook.py", "encoder", compiled("inductor"), kind="cold", start_up=True) as worker:
            warm = worker.warm_up(calls=4)
            wall, _, _ = worker.samples(warm["spool"])
            self.assertEqual(warm["compiled"], [0])
            self.assertGreater(wall[0], 10 * median(wall[1:]))
            (told,) = [event for event in worker.events_of("compile") if not event["start_up"]]
            self.assertGreater(told["duration_ns"], 0)
            self.assertTrue(worker.steps_of(worker.events_of("compile_trace")[0])["spans"])
            self.assertTrue(worker.done("memory", case=0, phase="steady")["memory"])

    def test_each_lane_can_have_a_folder_of_its_own(self):
        with Lane("ends.py", "model", argv=["writes"], own_folder=True) as worker:
            self.assertFalse(os.path.exists(os.path.join(worker.folder.name, "result.txt")))
            self.assertTrue(os.path.exists(f"{worker.spool}.folder/result.txt"))

    def test_it_ends_where_it_stands(self):
        with Lane("train_loop.py", "model", task="training") as worker:
            worker.warm_up(calls=3)
            self.assertEqual(worker.ask("end"), {"done": "end"})
            self.assertEqual(worker.process.wait(PATIENCE_SECONDS), 0)

    @needs("torchvision")
    def test_loaders_rest_with_the_script(self):
        with Lane("evaluate.py", "model") as worker:
            worker.warm_up(calls=3)
            self.assertEqual(_states_at_rest(worker), {"T"})
            self.assertGreaterEqual(len(_children(worker.process.pid)), 2)
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


def _states_at_rest(worker):
    """Of all children: one that is at work hears of its rest when it is next scheduled."""
    end = time.monotonic() + PATIENCE_SECONDS
    while True:
        states = {_state(pid) for pid in _children(worker.process.pid)}
        if states == {"T"} or time.monotonic() > end:
            return states
        time.sleep(0.05)


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
