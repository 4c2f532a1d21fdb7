# SPDX-License-Identifier: Apache-2.0
"""Outputs of modules, down to the one that a variant computes less accurately; and distances between values."""

import math
import unittest

import numpy
import torch
from test_pieces import MAIN  # noqa: F401  loads the package
from worker_process import EAGER, Worker, compiled, line_of, workload

from fusescope_worker import ulp


class Modules(unittest.TestCase):
    def errors(self, callable_name, variant, fp64=True):
        spec = workload("planted.py", callable_name)
        with Worker() as baseline, Worker() as candidate:
            folder = baseline.folder.name
            reference, precise = f"{folder}/reference", f"{folder}/fp64"
            baseline.setup(spec, EAGER, kind="check")
            saved = baseline.done("module_outputs", case=0, path=reference)
            if fp64:
                baseline.done("module_outputs", case=0, path=precise, precision="fp64", like=reference)
            candidate.setup(spec, variant, kind="check")
            fields = {"reference": reference, "fp64": precise if fp64 else None}
            return saved, candidate.done("module_errors", case=0, **fields)

    def test_the_module_that_is_less_accurate_is_the_first_that_differs(self):
        _, answer = self.errors("coarse_in_the_middle", compiled("aot_eager"))
        rows = answer["modules"]
        names = [row["module"] for row in rows]
        self.assertEqual(names[:3], ["layers.0.linear", "layers.0.norm", "layers.0"])
        self.assertEqual((names[-1], rows[-1]["path"], rows[-1]["kind"]), ("", "logits", "Net"))
        self.assertEqual([row["reason"] for row in rows], [""] * len(rows))
        different = [row["module"] for row in rows if row["mismatches"]]
        self.assertEqual(different[0], "layers.1.norm")
        before = names.index("layers.1.norm")
        for row in rows[:before]:
            self.assertLess(row["rmse_result"], 1e-6)
        coarse = rows[before]
        self.assertGreater(coarse["rmse_result"], 1e-4)
        self.assertLess(coarse["rmse_reference"], 1e-6)
        self.assertGreaterEqual(coarse["max_error_result"], coarse["rmse_result"])
        self.assertTrue(answer["same_outputs"])

    def test_a_place_is_the_users_own_line(self):
        _, answer = self.errors("exact", EAGER)
        rows = {row["module"]: row for row in answer["modules"]}
        self.assertEqual(rows["layers.0.norm"]["line"], line_of("planted.py", "norm"), "the line that calls torch's")
        self.assertTrue(rows["layers.0"]["file"].endswith("planted.py"))
        self.assertEqual(rows["layers.0"]["line"], line_of("planted.py", "norm") - 1, "the forward of one's own")

    def test_eager_beside_eager_is_equal_everywhere(self):
        _, answer = self.errors("coarse_in_the_middle", EAGER)
        self.assertTrue(answer["modules"])
        self.assertTrue(all(row["bit_equal"] == row["elements"] for row in answer["modules"]))
        self.assertIsNone(answer["same_outputs"], "nothing is compiled")

    def test_outputs_are_kept_before_the_next_module_changes_them(self):
        _, answer = self.errors("in_place", compiled("aot_eager"))
        rows = answer["modules"]
        self.assertEqual(
            [(row["module"], row["call"]) for row in rows[:-1]],
            [("twice", 0), ("relu", 0), ("twice", 1), ("relu", 1)],
        )
        self.assertTrue(all(row["mismatches"] == 0 for row in rows))

    def test_without_fp64_there_are_differences_and_no_errors(self):
        _, answer = self.errors("coarse_in_the_middle", compiled("aot_eager"), fp64=False)
        self.assertTrue(all(row["rmse_result"] is None for row in answer["modules"]))
        self.assertTrue(any(row["mismatches"] for row in answer["modules"]))

    def test_further_inputs_are_the_same_numbers_in_fp64(self):
        with Worker() as worker:
            worker.setup(workload("planted.py", "exact"), EAGER, kind="check")
            plain, precise = f"{worker.folder.name}/plain", f"{worker.folder.name}/fp64"
            worker.done("outputs", case=0, input_set=2, path=plain)
            worker.done("outputs", case=0, input_set=2, path=precise, precision="fp64")
            (first,), (second,) = (torch.load(path, weights_only=True) for path in (plain, precise))
            self.assertTrue(torch.allclose(first["tensor"].double(), second["tensor"], atol=1e-5))

    def test_what_has_no_modules_says_so(self):
        saved, answer = self.errors("without_modules", compiled("aot_eager"))
        self.assertEqual(saved["reason"], "the callable returned no module")
        self.assertEqual((answer["reason"], answer["modules"]), ("the callable returned no module", []))


def bucket_of(distance):
    """By the definition alone."""
    return 0 if distance == 0 else 1 + math.ceil(math.log2(distance)) if distance < 2**50 else None


class Distances(unittest.TestCase):
    def test_distances_are_those_of_numpy(self):
        for dtype, wide in ((numpy.float16, 400), (numpy.float32, 4000), (numpy.float64, 4000)):
            with self.subTest(dtype):
                start = numpy.concatenate([numpy.linspace(-3, 3, 61), [0.0, 1e-7, -1e-7, 6e-8]]).astype(dtype)
                steps = [0, 1, 2, 3, 4, 5, 8, 9, wide]
                for step in steps:
                    end = start.copy()
                    for _ in range(step):
                        end = numpy.nextafter(end, numpy.array(numpy.inf, dtype))
                    found = ulp.histogram(torch.from_numpy(start), torch.from_numpy(end))
                    self.assertEqual(found["counts"], [[bucket_of(step), len(start)]], step)

    def test_bfloat16_is_the_upper_half_of_float32(self):
        one = torch.ones(1, dtype=torch.bfloat16)
        self.assertEqual(ulp.histogram(one, one + 2**-7)["counts"], [[1, 1]])
        self.assertEqual(ulp.histogram(one, one + 2**-5)["counts"], [[3, 1]])

    def test_zeros_are_one_number_and_infinity_is_the_next_after_the_largest(self):
        zero, inf, nan = 0.0, math.inf, math.nan
        largest = float(numpy.finfo(numpy.float32).max)
        a, b = torch.tensor([zero, largest, inf, nan, nan]), torch.tensor([-zero, inf, inf, nan, 1.0])
        self.assertEqual(ulp.histogram(a, b), {"nan_in_both": 1, "nan_in_one": 1, "counts": [[0, 2], [1, 1]]})

    def test_the_largest_distances_of_64_bits_do_not_overflow(self):
        inf = torch.tensor([math.inf], dtype=torch.float64)
        self.assertEqual(ulp.histogram(inf, -inf)["counts"], [[65, 1]], "2 * 0x7FF0000000000000 lies above 2^63")
        two = torch.tensor([2.0], dtype=torch.float64)  # at 2^62 from zero
        self.assertEqual(ulp.histogram(two, -two)["counts"], [[64, 1]], "2^63")

    def test_fp64_is_rounded_to_a_half_once(self):
        chance = numpy.random.default_rng(7)
        values = numpy.concatenate([chance.normal(size=200_000), chance.normal(size=2000) * 1e-6, [65519.99, 65520.0]])
        # Halves between two halves and a little beside: what a second rounding gets wrong.
        halves = chance.normal(size=20_000).astype(numpy.float16).astype(numpy.float64)
        gap = numpy.spacing(numpy.abs(halves).astype(numpy.float16)).astype(numpy.float64)
        values = numpy.concatenate([values, halves + gap / 2 * (1 + 1e-12), halves + gap / 2 * (1 - 1e-12)])
        with numpy.errstate(over="ignore"):
            expected = values.astype(numpy.float16)  # numpy rounds fp64 directly
        self.assertTrue(torch.equal(ulp.rounded(torch.from_numpy(values), torch.float16), torch.from_numpy(expected)))
        wrong = torch.from_numpy(values).half() != torch.from_numpy(expected)
        self.assertTrue(bool(wrong.any()), "torch alone rounds twice, which this test must be able to see")

    def test_bfloat16_is_rounded_to_the_nearest(self):
        values = torch.randn(20_000, dtype=torch.float64, generator=torch.Generator().manual_seed(3))
        result = ulp.rounded(values, torch.bfloat16)
        lower, upper = torch.nextafter(result, torch.tensor(-math.inf).bfloat16()), torch.nextafter(
            result, torch.tensor(math.inf).bfloat16()
        )
        error = (result.double() - values).abs()
        self.assertTrue(bool((error <= (lower.double() - values).abs()).all()))
        self.assertTrue(bool((error <= (upper.double() - values).abs()).all()))

    def test_outputs_are_told_one_by_one_and_gradients_together(self):
        histograms = ulp.Histograms()
        one, precise = torch.ones(3), torch.ones(3, dtype=torch.float64)
        histograms.add(("output", "0"), one, one, precise)
        histograms.add(("gradient", "a"), one, one, None)
        histograms.add(("gradient", "b"), one, torch.nextafter(one, one * 2), None)
        found = {(each["role"], each["path"], each["pair"]): each["counts"] for each in histograms.as_json()}
        self.assertEqual(found["gradient", "", "result_to_baseline"], [[0, 3], [1, 3]])
        self.assertEqual(found["output", "0", "baseline_to_fp64"], [[0, 3]])
        self.assertEqual(len(found), 4)


if __name__ == "__main__":
    unittest.main()
