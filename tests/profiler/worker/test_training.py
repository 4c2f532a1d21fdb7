# SPDX-License-Identifier: Apache-2.0
"""A training step from the workload's parts, from defaults, or the user's own."""

import unittest

import torch
from worker_process import EAGER, Worker, compiled, workload


def spec(name):
    return workload("training.py", name)


class Training(unittest.TestCase):
    def save(self, worker, name="saved.pt"):
        path = f"{worker.folder.name}/{name}"
        worker.done("outputs", case=0, input_set=0, path=path, precision="as_is")
        return {(e["role"], e["path"]): e["tensor"] for e in torch.load(path, weights_only=True)}

    def test_defaults_are_said_and_one_step_is_what_they_say(self):
        with Worker() as worker:
            setup = worker.setup(spec("module_alone"), task="training", kind="check")
            self.assertEqual(
                [notice["rule"] for notice in setup["notices"]], ["default_loss", "default_optimizer"]
            )
            worker.warm_up(calls=3)  # trains the weights; the saved step begins from fresh ones
            saved = self.save(worker)
            torch.manual_seed(0)
            weight = torch.nn.Linear(3, 2)
            loss = weight(torch.ones(4, 3)).square().mean()
            loss.backward()
            self.assertTrue(torch.allclose(saved["loss", ""], loss.detach()))
            self.assertTrue(torch.allclose(saved["gradient", "weight"], weight.weight.grad))
            stepped = weight.weight.detach() - 1e-3 * weight.weight.grad
            self.assertTrue(torch.allclose(saved["parameter", "weight"], stepped))
            self.assertEqual(self.save(worker)["loss", ""], saved["loss", ""], "each begins from the same state")

    def test_labels_of_a_batch_go_to_the_loss(self):
        for variant in (EAGER, compiled()):
            with self.subTest(variant["name"]), Worker() as worker:
                setup = worker.setup(spec("with_targets"), variant, task="training", kind="check")
                self.assertEqual(setup["notices"], [])
                worker.warm_up(calls=3)
                saved = self.save(worker)
                self.assertEqual(len([key for key in saved if key[0] == "gradient"]), 4)
                self.assertGreater(float(saved["loss", ""]), 0)

    def test_step_and_optimizer_may_be_the_compiled_part(self):
        for parts in ([{"target": "step"}], [{"target": ""}, {"target": "optimizer"}]):
            with self.subTest(parts), Worker() as worker:
                worker.setup(spec("with_targets"), {**compiled(), "parts": parts}, task="training")
                self.assertEqual(worker.warm_up(calls=4)["compiled"][0], 0)
                self.assertGreaterEqual(sum(worker.done("prove", case=0)["regions"].values()), 2)

    def test_a_compiled_backward_is_a_compile_of_its_own_call(self):
        with Worker() as worker:
            worker.setup(spec("with_targets"), compiled(backend="aot_eager"), task="training")
            answer = worker.warm_up(calls=3)
            self.assertEqual(answer["compiled"], [0])
            self.assertGreaterEqual(len(worker.events_of("compile")), 1)

    def test_a_step_of_ones_own_is_measured_as_it_is(self):
        with Worker() as worker:
            setup = worker.setup(spec("own_step"), compiled(), task="training", kind="check")
            self.assertEqual(setup["notices"], [])
            self.assertEqual(worker.warm_up(calls=3)["compiled"][0], 0)
            saved = self.save(worker)
            self.assertIn(("gradient", "weight"), saved)
            self.assertGreater(float(saved["output", ""]), 0)

    def test_random_operators_are_noticed(self):
        with Worker() as worker:
            worker.setup(spec("dropout"), task="training", kind="check")
            path = f"{worker.folder.name}/o.pt"
            answer = worker.done("outputs", case=0, input_set=0, path=path, precision="as_is")
            self.assertTrue(answer["random_operators"])
            answer = worker.done("outputs", case=0, input_set=0, path=path, precision="fallback_random")
            self.assertTrue(answer["random_operators"])

    def test_the_built_in_lstm_trains(self):
        with Worker() as worker:
            worker.setup("builtin:lstm", compiled(), task="training", kind="check")
            answer = worker.warm_up(calls=3)
            self.assertEqual(answer["compiled"], [0])
            self.assertIn(("gradient", "embedding.weight"), self.save(worker))


class Parts(unittest.TestCase):
    """Of a step whose parts sleep for known times."""

    def assertParts(self, step, expected_ms):
        whole, *parts = step
        for name, took, expected in zip(("data", "forward", "backward", "optimizer"), parts, expected_ms):
            self.assertGreaterEqual(took / 1e6, expected, name)
            self.assertLess(took / 1e6, 1.3 * expected + 10, name)
        other = whole - sum(parts)
        self.assertGreaterEqual(other, 0)
        self.assertLess(other, 0.02 * whole + 1e6, "four parts are the step")

    def steps(self, name, variant=EAGER, **fields):
        with Worker() as worker:
            worker.setup(spec(name), variant, task="training", **fields)
            worker.warm_up(calls=4)
            before = worker.done("prove", case=0)["compile_count"]
            answer = worker.done("parts", case=0, calls=3)
            self.assertEqual(worker.done("prove", case=0)["compile_count"], before, "a clock compiles nothing")
        self.assertTrue(answer["observed"], answer)
        self.assertEqual(len(answer["steps"]), 3)
        return answer["steps"]

    def test_they_add_up_to_the_step(self):
        for variant in (EAGER, compiled("aot_eager"), {**compiled("aot_eager"), "parts": [{"target": "step"}]}):
            with self.subTest(variant):
                for step in self.steps("known_parts", variant):
                    self.assertParts(step, (0, 20, 50, 10))

    def test_compiled_autograd_has_the_same_borders(self):
        for part in ("", "step"):
            with self.subTest(part), Worker() as worker:
                variant = compiled("aot_eager")
                variant.update(parts=[{"target": part}], torch={"dynamo": {"compiled_autograd": True}})
                worker.setup(spec("with_targets"), variant, task="training")
                worker.warm_up(calls=4)
                regions = worker.done("prove", case=0)["regions"]
                self.assertTrue(any(name.startswith("!") for name in regions), f"its backward is compiled: {regions}")
                for whole, _, forward, backward, optimizer in worker.done("parts", case=0, calls=3)["steps"]:
                    self.assertGreater(min(forward, backward, optimizer), 0)
                    self.assertLess(whole - forward - backward - optimizer, 0.2 * whole)

    def test_data_and_accumulation_within_a_step_of_ones_own(self):
        for step in self.steps("own_accumulation"):
            self.assertParts(step, (30, 40, 100, 10))

    def test_accumulated_batches_are_summed(self):
        for step in self.steps("accumulated"):
            self.assertParts(step, (0, 40, 100, 10))

    def test_checkpoints_run_forward_again_in_backward(self):
        for step in self.steps("checkpointed"):
            self.assertParts(step, (0, 20, 70, 0))

    def test_a_scaler_steps_in_the_optimizers_part(self):
        for variant in (EAGER, compiled("aot_eager")):
            for whole, _, forward, backward, optimizer in self.steps("scaled", variant, numeric={"autocast": "bfloat16"}):
                self.assertGreater(min(forward, backward, optimizer), 0)
                self.assertLess(whole - forward - backward - optimizer, 0.2 * whole)

    def test_nothing_is_clocked_in_inference(self):
        with Worker() as worker:
            worker.setup(spec("module_alone"))
            worker.warm_up(calls=2)
            answer = worker.done("parts", case=0, calls=3)
            self.assertFalse(answer["observed"])
            self.assertIn("training", answer["reason"])


class Losses(unittest.TestCase):
    def curve(self, worker, steps=6, precision="as_is"):
        return worker.done("losses", case=0, steps=steps, precision=precision)

    def test_they_are_those_of_a_loop_by_hand(self):
        torch.manual_seed(0)
        module = torch.nn.Linear(3, 2)
        optimizer, by_hand = torch.optim.SGD(module.parameters(), lr=0.1, momentum=0.9), []
        for _ in range(6):
            optimizer.zero_grad()
            loss = module(torch.ones(4, 3)).square().mean()
            loss.backward()
            optimizer.step()
            by_hand.append(loss.item())
        for variant in (EAGER, compiled("aot_eager")):
            with self.subTest(variant["name"]), Worker() as worker:
                worker.setup(spec("with_momentum"), variant, task="training", kind="check")
                worker.warm_up(calls=3)  # leaves momentum, which the curve does not begin with
                found = self.curve(worker)
                self.assertEqual(len(found["losses"]), 6)
                for loss, expected in zip(found["losses"], by_hand):
                    self.assertAlmostEqual(loss, expected, places=6)
                self.assertEqual(found, self.curve(worker), "each begins from the same state")

    def test_in_fp64_they_are_close_and_not_the_same(self):
        with Worker() as worker:
            worker.setup(spec("with_targets"), task="training", kind="check")
            plain, exact = self.curve(worker, 20)["losses"], self.curve(worker, 20, "fp64")["losses"]
            self.assertNotEqual(plain, exact)
            self.assertLess(max(abs(a - b) for a, b in zip(plain, exact)), 1e-5)
            self.assertEqual(plain, self.curve(worker, 20)["losses"], "fp64 leaves the state as it was")

    def test_accumulating_the_same_batch_trains_alike(self):
        curves = []
        for name in ("module_alone", "module_accumulated"):
            with Worker() as worker:
                worker.setup(spec(name), task="training", kind="check")
                curves.append(self.curve(worker)["losses"])
        for alone, accumulated in zip(*curves):
            self.assertAlmostEqual(alone, accumulated, places=6)

    def test_random_numbers_are_told(self):
        with Worker() as worker:
            worker.setup(spec("dropout"), task="training", kind="check")
            self.assertTrue(self.curve(worker)["random_operators"])

    def test_what_is_not_finite_is_no_number(self):
        with Worker() as worker:
            worker.setup(spec("diverging"), task="training", kind="check")
            losses = self.curve(worker)["losses"]
            self.assertIsNotNone(losses[0])
            self.assertIsNone(losses[-1])


if __name__ == "__main__":
    unittest.main()
