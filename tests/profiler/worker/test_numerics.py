# SPDX-License-Identifier: Apache-2.0
"""Figures of the comparison against numbers worked out by hand, and the agent's against torch's."""

import math
import unittest

import torch
from test_pieces import MAIN  # noqa: F401  loads the package
from worker_process import Worker, built_agents, compiled, workload

from fusescope_worker import numerics, tensor_figures
from fusescope_worker.agent import Agent, torch_minor


def agent():
    for path in built_agents(torch_minor()):
        return Agent(str(path), "cpu")
    return None


class Figures(unittest.TestCase):
    def figures(self, reference, result, precise=None):
        """By torch; where an agent is built, it must say the same."""
        by_torch = tensor_figures.compare(reference, result, precise)
        library = agent()
        if library is not None:
            by_agent = tensor_figures.compare(reference, result, precise, library)
            for key, value in by_torch.items():
                with self.subTest(key):
                    if isinstance(value, float):
                        self.assertTrue(math.isclose(value, by_agent[key], rel_tol=1e-12), (value, by_agent[key]))
                    else:
                        self.assertEqual(value, by_agent[key])
        return by_torch

    def test_equal_tensors(self):
        x = torch.tensor([[1.0, -2.0, 3.0]])
        figures = self.figures(x, x.clone())
        self.assertEqual((figures["elements"], figures["bit_equal"], figures["mismatches"]), (3, 3, 0))
        self.assertEqual((figures["max_abs"], figures["max_ulp"], figures["argmax_agreement"]), (0.0, 0, 1.0))
        self.assertAlmostEqual(figures["cosine"], 1.0)

    def test_known_differences(self):
        reference = torch.tensor([3.0, 4.0, 0.0, 2.0])
        result = torch.tensor([3.0, 4.5, 0.25, 2.0])
        precise = torch.tensor([3.0, 4.0, 0.0, 1.0], dtype=torch.float64)
        figures = self.figures(reference, result, precise)
        self.assertEqual((figures["bit_equal"], figures["mismatches"]), (2, 2))
        self.assertEqual((figures["max_abs"], figures["max_rel"]), (0.5, 0.125))
        self.assertAlmostEqual(figures["cosine"], 31 / (math.sqrt(29) * math.sqrt(33.3125)), places=12)
        self.assertAlmostEqual(figures["tolerance_used_ratio"], 0.5 / (1e-5 + 1.3e-6 * 4), places=6)
        self.assertAlmostEqual(figures["rmse_reference"], 0.5, places=12)
        self.assertGreater(figures["rms_precise"], 0)
        self.assertAlmostEqual(figures["rmse_result"], math.sqrt((0.25 + 0.0625 + 1) / 4), places=12)
        self.assertIsNone(figures["argmax_agreement"], "one axis has no rows")

    def test_steps_between_representable_numbers(self):
        one = torch.tensor([1.0])
        self.assertEqual(self.figures(one, torch.nextafter(one, torch.tensor([2.0])))["max_ulp"], 1)
        self.assertEqual(self.figures(torch.tensor([0.0]), torch.tensor([-0.0]))["max_ulp"], 0)
        smallest = torch.tensor([1.401298464324817e-45])
        self.assertEqual(self.figures(smallest, -smallest)["max_ulp"], 2)
        half = torch.tensor([1.0], dtype=torch.float16)
        self.assertEqual(self.figures(half, half + 2**-10)["max_ulp"], 1)
        wide = torch.tensor([1.0], dtype=torch.float64)
        self.assertEqual(self.figures(wide, -wide)["max_ulp"], 2 * 0x3FF0000000000000)

    def test_places_of_nan_and_infinity(self):
        inf, nan = math.inf, math.nan
        reference = torch.tensor([nan, inf, 1.0, 2.0])
        same = self.figures(reference, reference.clone())
        self.assertTrue(same["nan_positions_equal"])
        moved = self.figures(reference, torch.tensor([nan, -inf, nan, 2.0]))
        self.assertFalse(moved["nan_positions_equal"])
        counts = [moved[key] for key in ("nan_reference", "nan_result", "infinite_reference", "infinite_result")]
        self.assertEqual(counts, [1, 2, 1, 1])
        self.assertEqual((moved["mismatches"], moved["max_abs"]), (2, 0.0))
        nothing = self.figures(torch.tensor([nan]), torch.tensor([1.0]))
        self.assertEqual((nothing["max_abs"], nothing["max_ulp"], nothing["cosine"]), (None, None, None))

    def test_rows_whose_largest_element_moved(self):
        reference = torch.tensor([[1.0, 2.0], [3.0, 1.0], [0.0, 5.0], [1.0, 1.0]])
        result = torch.tensor([[2.0, 1.0], [3.0, 1.0], [0.0, 5.0], [1.0, 1.0]])
        self.assertEqual(self.figures(reference, result)["argmax_agreement"], 0.75)

    def test_tolerances_are_those_of_the_dtype(self):
        for dtype, inside, outside in (
            (torch.float32, 1.3e-6, 2.6e-5),
            (torch.bfloat16, 1.6e-2 / 2, 4e-2),
            (torch.float16, 0.9e-3, 4e-3),
            (torch.float64, 0.9e-7, 4e-7),
        ):
            with self.subTest(dtype):
                one = torch.ones(1, dtype=torch.float64)
                self.assertEqual(self.figures(one.to(dtype), (one + inside).to(dtype))["mismatches"], 0)
                self.assertEqual(self.figures(one.to(dtype), (one + outside).to(dtype))["mismatches"], 1)

    def test_integers_and_truth_values_are_equal_or_not(self):
        figures = self.figures(torch.tensor([1, 2, 3]), torch.tensor([1, 2, 5]))
        self.assertEqual((figures["mismatches"], figures["max_abs"], figures["max_ulp"]), (1, 2.0, None))
        self.assertEqual(self.figures(torch.tensor([True]), torch.tensor([False]))["mismatches"], 1)

    def test_complex_numbers_are_compared_by_parts(self):
        figures = self.figures(torch.tensor([1 + 1j]), torch.tensor([1 + 2j]))
        self.assertEqual((figures["elements"], figures["max_abs"]), (2, 1.0))

    def test_an_empty_tensor_has_nothing_to_compare(self):
        figures = self.figures(torch.empty(0, 3), torch.empty(0, 3))
        self.assertEqual((figures["elements"], figures["mismatches"], figures["max_abs"]), (0, 0, None))


class Facts(unittest.TestCase):
    def entry(self, tensor, path="0", role="output"):
        return {"role": role, "path": path, "tensor": tensor, "device": "cpu", "layout": "torch.strided"}

    def compare(self, reference, candidate):
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            paths = [f"{folder}/a", f"{folder}/b"]
            for path, entries in zip(paths, (reference, candidate)):
                torch.save(entries, path)
            return numerics.compare_files(*paths, None)[0]

    def test_a_changed_shape_or_type_is_said_in_words(self):
        (fact,) = self.compare([self.entry(torch.ones(2, 3))], [self.entry(torch.ones(3, 2))])
        self.assertEqual(fact["layout_mismatch"], "shape 2x3 became 3x2")
        (fact,) = self.compare([self.entry(torch.ones(2))], [self.entry(torch.ones(2).int())])
        self.assertEqual(fact["layout_mismatch"], "dtype float32 became int32")

    def test_another_floating_type_is_compared_by_value(self):
        reference, candidate = torch.tensor([1.0, 3.0]), torch.tensor([1.0, 3.015625]).bfloat16()
        (fact,) = self.compare([self.entry(reference)], [self.entry(candidate)])
        self.assertEqual((fact["dtype"], fact["result_dtype"], fact["layout_mismatch"]), ("float32", "bfloat16", ""))
        self.assertEqual((fact["max_abs"], fact["mismatches"], fact["max_ulp"]), (0.015625, 0, None))

    def test_a_tensor_that_only_one_has_is_said(self):
        facts = self.compare([self.entry(torch.ones(2), "a")], [self.entry(torch.ones(2), "b")])
        self.assertEqual([fact["path"] for fact in facts], ["a", "b"])
        self.assertTrue(all(fact["layout_mismatch"] for fact in facts))

    def test_a_candidate_is_compared_by_real_workers(self):
        with Worker() as eager, Worker() as candidate:
            files = {}
            spec = workload("returns.py", "tree")
            for name, worker, variant in (
                ("eager", eager, {"name": "e", "kind": "eager"}),
                ("candidate", candidate, compiled(backend="aot_eager")),
            ):
                worker.setup(spec, variant, kind="check")
                files[name] = f"{worker.folder.name}/{name}.pt"
                worker.done("outputs", case=0, input_set=0, path=files[name], precision="as_is")
            fp64 = f"{eager.folder.name}/fp64.pt"
            eager.done("outputs", case=0, input_set=0, path=fp64, precision="fp64")
            answer = candidate.done(
                "compare", case=0, input_set=0, reference=files["eager"], candidate=files["candidate"], fp64=fp64,
                random_operators=False,
            )  # fmt: skip
            facts = {fact["path"]: fact for fact in answer["numerics"]}
            self.assertEqual(len(facts), 6)
            logits = facts["pair.logits"]
            self.assertEqual((logits["role"], logits["dtype"], logits["bit_equal"]), ("output", "float32", 6))
            self.assertEqual((logits["rmse_reference"], logits["layout_mismatch"]), (0.0, ""))
            self.assertEqual((logits["case_index"], logits["input_set"], logits["random_operators"]), (0, 0, False))


if __name__ == "__main__":
    unittest.main()
