# SPDX-License-Identifier: Apache-2.0
"""Every kind of tensor, wherever a workload may hold it, is carried through setup, calls, outputs and memory."""

import sys
import unittest

import torch
from worker_process import EAGER, MAIN, WORKLOADS, Worker, compiled, workload

sys.path[:0] = [str(WORKLOADS), str(MAIN.parent)]
import kinds  # noqa: E402
from fusescope_worker import hashes  # noqa: E402

WITHOUT_VALUES = {"meta"}


def saved(worker, number=0, precision="as_is"):
    path = f"{worker.folder.name}/{number}-{precision}.pt"
    answer = worker.done("outputs", case=0, input_set=number, path=path, precision=precision)
    return answer, path


def paths_in(path):
    return [entry["path"] for entry in torch.load(path, weights_only=True)]


class EveryKind(unittest.TestCase):
    """As input, parameter, buffer and output at once."""

    def carried(self, kind, variant=EAGER):
        with Worker() as worker:
            setup = worker.setup(workload("kinds.py", "make"), variant, arguments={"kind": kind}, kind="check")
            self.assertTrue(setup["environment"]["weights_hash"])
            worker.warm_up(calls=2)
            _, first = saved(worker)
            self.check_outputs(kind, paths_in(first), worker.events_of("notice"))
            facts = worker.done("compare", case=0, input_set=0, reference=first, candidate=first)["numerics"]
            self.assertTrue(all(fact["bit_equal"] == fact["elements"] for fact in facts), facts)
            saved(worker, number=1)
            precise, _ = saved(worker, precision="fp64")
            self.assertTrue(precise.get("reason") or precise["bytes"])
            worker.done("memory", case=0, phase="steady")

    def check_outputs(self, kind, paths, notices):
        """What has values is compared, what has none is said."""
        without = kind in WITHOUT_VALUES
        told = [each["sentence"] for each in notices if each["rule"] == "output_not_compared"]
        self.assertEqual((len(paths) > 1, len(told)), (not without, int(without)), (paths, told))

    def test_each_kind_runs_eager(self):
        for kind in kinds.KINDS:
            with self.subTest(kind=kind):
                self.carried(kind)

    def test_each_kind_beside_compiled_code(self):
        for kind in kinds.KINDS:
            with self.subTest(kind=kind):
                self.carried(kind, compiled())


class Changed(unittest.TestCase):
    """A call that changes a buffer is noticed, whatever its kind, and the buffer is restored."""

    def test_a_buffer_of_each_kind_that_can_be_changed(self):
        for kind in kinds.CHANGEABLE:
            with self.subTest(kind=kind), Worker() as worker:
                worker.setup(workload("kinds.py", "changes"), arguments={"kind": kind})
                worker.warm_up(calls=2)
                told = [each["sentence"] for each in worker.events_of("notice")]
                self.assertTrue(any("changes buffer held; it is restored" in each for each in told), told)
                worker.done("block", case=0, calls=3)


class Hashes(unittest.TestCase):
    def test_other_values_of_one_kind_have_another_hash(self):
        for kind in sorted(set(kinds.KINDS) - WITHOUT_VALUES):
            with self.subTest(kind=kind):
                first, again, other = (hashes.tensors_hash([("x", kinds.of(kind, seed))]) for seed in (0, 0, 1))
                self.assertEqual(len({first, again}), 1)
                self.assertNotEqual(first, other)


if __name__ == "__main__":
    unittest.main()
