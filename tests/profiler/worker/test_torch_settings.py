# SPDX-License-Identifier: Apache-2.0
"""What a variant sets in torch beside torch.compile is there before anything compiles."""

import unittest

from worker_process import EAGER, Worker, compiled, workload


def spec(name):
    return workload("settings.py", name)


def setting(variant, **torch):
    return {**variant, "torch": torch}


CASES = [
    {"name": f"n{size}", "inputs": [{"name": "ids", "shape": [size, 8], "dtype": "float32"}]} for size in (4, 6, 9)
]


class TorchSettings(unittest.TestCase):
    def compiles_of(self, variant):
        with Worker() as worker:
            worker.setup(spec("sized"), variant, cases=CASES)
            for case in range(len(CASES)):
                worker.warm_up(case=case, calls=2)
            return worker.done("prove", case=0)["compile_count"]

    def test_a_marked_size_is_compiled_once_for_all(self):
        self.assertEqual(self.compiles_of(setting(compiled(dynamic=False))), 3)
        marks = [{"input": "ids", "dimension": 0}]
        self.assertEqual(self.compiles_of(setting(compiled(), mark_dynamic=marks)), 1)

    def test_an_input_that_no_call_has_is_refused_by_name(self):
        for mark, words in (({"input": "mask", "dimension": 0}, "'mask'"), ({"input": "ids", "dimension": 2}, "2 of 'ids'")):
            with self.subTest(mark), Worker() as worker:
                answer = worker.try_setup(spec("sized"), setting(compiled(), mark_dynamic=[mark]), cases=CASES)
                self.assertIn(words, answer["error"]["sentence"])

    def test_values_of_tensors_stay_in_the_graph_where_dynamo_is_told_so(self):
        for settings, breaks in (({}, 1), ({"dynamo": {"capture_scalar_outputs": True}}, 0)):
            with self.subTest(settings), Worker() as worker:
                worker.setup(spec("read"), setting(compiled(), **settings))
                worker.warm_up(calls=2)
                self.assertEqual(len(worker.events_of("graph_break")), breaks)

    def test_eager_variants_take_memory_format_and_mode(self):
        with Worker() as worker:
            setup = worker.setup(spec("convolution"), setting(EAGER, memory_format="channels_last", eval_mode=True))
            self.assertEqual(setup["environment"]["memory_format"], "channels_last")
            self.assertEqual([notice["rule"] for notice in setup["notices"]], [], "in eval mode nothing is to be said")
        with Worker() as worker:
            setup = worker.setup(spec("convolution"), EAGER)
            self.assertEqual(setup["environment"]["memory_format"], "contiguous")
            self.assertEqual([notice["rule"] for notice in setup["notices"]], ["training_mode_on"])

    def test_the_variant_decides_before_the_plan(self):
        with Worker() as worker:
            variant = setting(EAGER, autocast="off", matmul_precision="medium")
            setup = worker.setup(spec("convolution"), variant, numeric={"autocast": "bfloat16"})
            self.assertEqual(setup["environment"]["autocast"], "off")
            self.assertEqual(setup["environment"]["matmul_precision"], "medium")

    def test_a_variant_has_a_precision_and_threads_of_its_own(self):
        with Worker() as worker:
            variant = setting(EAGER, dtype="bfloat16", tf32=False, deterministic=True, grad_mode="grad", threads=1, eval_mode=True)
            fields = worker.setup(spec("convolution"), variant, numeric={"inference_mode": True})["environment"]
            self.assertEqual((fields["dtype"], fields["deterministic"], fields["grad_mode"], fields["threads"]), ("bfloat16", "on", "grad", "1"))
        with Worker() as worker:
            fields = worker.setup(spec("convolution"), setting(EAGER, eval_mode=True), numeric={"inference_mode": True})["environment"]
            self.assertEqual((fields["dtype"], fields["grad_mode"]), ("float32", "inference_mode"))

    def test_what_this_torch_has_not_is_refused_by_name(self):
        for settings, words in (
            ({"dynamo": {"no_such": 1}}, "torch._dynamo.config"),
            ({"inductor": {"no_such": 1}}, "torch._inductor.config"),
            ({"backends": {"cudnn.no_such": 1}}, "torch.backends.cudnn.no_such"),
        ):
            with self.subTest(settings), Worker() as worker:
                answer = worker.try_setup(spec("convolution"), setting(compiled(), **settings))
                self.assertEqual(answer["error"]["class"], "bad_input")
                self.assertIn(words, answer["error"]["sentence"])

    def test_a_fence_of_one_variant_keeps_a_module_out_of_the_graph(self):
        with Worker() as worker:
            worker.setup(spec("convolution"), setting(compiled(), fences=["convolution"], eval_mode=True))
            worker.warm_up(calls=2)
            self.assertEqual(len(worker.events_of("graph_break")), 1, "the fence is a break that was asked for")


if __name__ == "__main__":
    unittest.main()
