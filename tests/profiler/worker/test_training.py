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


if __name__ == "__main__":
    unittest.main()
