# SPDX-License-Identifier: Apache-2.0
"""Every form of return value makes a measured call, in the worker itself."""

import unittest

import torch
from worker_process import EAGER, Worker, compiled, run_once, workload


def spec(name):
    return workload("returns.py", name)


def inputs_of(setup, case=0):
    return [(item["name"], item["shape"], item["dtype"]) for item in setup["cases"][case]["inputs"]]


def rules(setup):
    return [notice["rule"] for notice in setup["notices"]]


def saved(worker, name="saved.pt", case=0, number=0, precision="as_is"):
    path = f"{worker.folder.name}/{name}"
    worker.done("outputs", case=case, input_set=number, path=path, precision=precision)
    entries = torch.load(path, weights_only=True)
    return {entry["path"]: entry["tensor"] for entry in entries if entry["role"] == "output"}


class Forms(unittest.TestCase):
    def test_a_bare_module_takes_the_plans_inputs(self):
        cases = [{"name": "a", "inputs": [{"name": "x", "shape": [2, 3], "dtype": "float32"}]}]
        setup, _, _ = run_once(spec("bare_module"), cases=cases)
        self.assertEqual(inputs_of(setup), [("x", [2, 3], "float32")])

    def test_a_module_with_arguments(self):
        for name in ("module_args", "module_one_tensor"):
            with self.subTest(name):
                self.assertEqual(inputs_of(run_once(spec(name))[0]), [("0", [2, 3], "float32")])

    def test_a_module_with_arguments_and_keywords(self):
        setup, _, _ = run_once(spec("module_args_kwargs"))
        self.assertEqual(inputs_of(setup), [("0", [2, 3], "float32"), ("mask", [2, 3], "bool")])

    def test_a_plain_function_is_compiled_itself(self):
        _, answer, events = run_once(spec("plain_function"), compiled())
        self.assertEqual(answer["compiled"], [0])
        self.assertEqual([event["function"] for event in events if event["event"] == "compile"], ["<lambda>"])

    def test_named_inputs_may_hold_plain_values(self):
        setup, _, _ = run_once(spec("named_inputs"))
        self.assertEqual((inputs_of(setup), setup["cases"][0]["items"]), ([("x", [4, 3], "float32")], 4.0))

    def test_arguments_and_keywords_together(self):
        for form, names in (("both", "0 mask"), ("named", "x mask"), ("several", "0 mask"), ("a tensor", "0")):
            with self.subTest(form):
                setup = run_once(spec("args_and_kwargs"), arguments={"form": form})[0]
                self.assertEqual(" ".join(name for name, *_ in inputs_of(setup)), names)
                self.assertEqual(setup["cases"][0]["sets"], 2 if form == "several" else 1)

    def test_inputs_that_leave_a_parameter_out_are_refused_before_any_call(self):
        with Worker() as worker:
            error = worker.try_setup(spec("args_and_kwargs"), arguments={"form": "nothing"})["error"]
            self.assertEqual(error["class"], "bad_input")
            self.assertIn("needs x, which the inputs of case default do not give", error["sentence"])
            self.assertIn("((x, y), {'mask': mask})", error["sentence"])

    def test_several_sets_of_one_shape_are_cycled_through_in_one_case(self):
        with Worker() as worker:
            setup = worker.setup(spec("list_of_sets"), kind="check")
            self.assertEqual([(case["name"], case["sets"]) for case in setup["cases"]], [("default", 3)])
            worker.warm_up(calls=5)
            self.assertEqual(float(saved(worker, number=2)[""].max()), 4.0, "the third set holds twos")

    def test_tensors_that_only_together_make_a_call_are_arguments(self):
        self.assertEqual(len(inputs_of(run_once(spec("list_of_arguments"))[0])), 2)

    def test_a_batch_iterator_is_read_and_its_labels_left_out_in_words(self):
        setup, _, _ = run_once(spec("batches"))
        self.assertEqual((inputs_of(setup), setup["cases"][0]["sets"]), ([("0", [4, 3], "float32")], 8))
        self.assertIn("inputs_left_out", rules(setup))

    def test_inputs_by_case_make_the_cases_with_their_items(self):
        with Worker() as worker:
            setup = worker.setup(spec("by_case"))
            self.assertEqual([(c["name"], c["items"]) for c in setup["cases"]], [("small", 1.0), ("large", 9.0)])
            worker.warm_up(case=1)

    def test_a_request_compiles_the_module_that_it_holds(self):
        with Worker() as worker:
            worker.setup(spec("request"), compiled())
            self.assertEqual(worker.warm_up()["compiled"], [0])
            self.assertEqual(worker.done("prove", case=0)["regions"], {"0/0": 2})

    def test_a_call_without_inputs(self):
        setup, _, _ = run_once(spec("no_inputs"))
        self.assertEqual(inputs_of(setup), [])

    def test_outputs_of_any_nesting_are_found_by_their_path(self):
        with Worker() as worker:
            worker.setup(spec("tree"), kind="check")
            outputs = saved(worker)
            expected = {"pair.logits", "pair.hidden.0", "pair.hidden.1.0", "record.score", "record.parts.0", "count"}
            self.assertEqual(set(outputs), expected)
            self.assertEqual(float(outputs["record.score"]), 6.0)
            self.assertEqual(int(outputs["count"]), 7)

    def test_parts_named_by_the_callable_are_compiled_alone(self):
        with Worker() as worker:
            worker.setup(spec("parts"), compiled())
            worker.warm_up()
            self.assertEqual(sum(worker.done("prove", case=0)["regions"].values()), 2)


    def test_parts_may_have_settings_of_their_own(self):
        with Worker() as worker:
            worker.setup(spec("parts_with_settings"), compiled(backend="inductor"))
            worker.warm_up()
            self.assertEqual(worker.done("prove", case=0)["regions"], {"0/0": 1})


class MeasuredCall(unittest.TestCase):
    def test_a_method_of_the_module_is_measured_and_compiled(self):
        with Worker() as worker:
            worker.setup(spec("outer"), compiled(), call="encode", kind="check")
            self.assertEqual(worker.warm_up()["compiled"], [0])
            self.assertEqual(float(saved(worker)[""].max()), 1.0)

    def test_a_submodule_may_be_the_measured_call(self):
        with Worker() as worker:
            worker.setup(spec("outer"), call="inner", kind="check")
            self.assertEqual(float(saved(worker)[""].max()), 2.0)

    def test_parts_and_fences_of_the_plan(self):
        parts = [{"target": "inner", "settings": {"backend": "eager", "dynamic": True}}]
        with Worker() as worker:
            worker.setup(spec("outer"), compiled(), parts=parts)
            worker.warm_up()
            (fact,) = worker.events_of("compile")
            self.assertEqual(worker.done("prove", case=0)["regions"], {"0/0": 1})
            self.assertEqual((fact["function"], fact["operators"]), ("forward", 1))
        with Worker() as worker:
            worker.setup(spec("outer"), compiled(), fences=["inner"])
            worker.warm_up()
            self.assertEqual(len(worker.events_of("graph_break")), 1, "the fence is a break that was asked for")


class State(unittest.TestCase):
    def test_a_changed_buffer_is_said_and_restored_before_each_call(self):
        for variant in (EAGER, compiled()):
            with self.subTest(variant["name"]), Worker() as worker:
                worker.setup(spec("counter"), variant)
                worker.warm_up(calls=4)
                (notice,) = worker.events_of("notice")
                self.assertEqual((notice["rule"], notice["case"]), ("model_changes_state", 0))
                self.assertIn("buffer calls", notice["sentence"])

    def test_a_changed_input_is_said(self):
        with Worker() as worker:
            worker.setup(spec("changes_input"))
            worker.warm_up(calls=3)
            (notice,) = worker.events_of("notice")
            self.assertIn("input 0", notice["sentence"])

    def test_the_users_reset_runs_before_each_call(self):
        with Worker() as worker:
            worker.setup(spec("with_reset"))
            worker.warm_up(calls=3)
            self.assertEqual(worker.events_of("notice"), [])
            worker.done("block", case=0, calls=3, discard=1, clock="call")
            worker.done("prove", case=0)

    def test_training_mode_left_on_is_said_where_a_module_asks_for_it(self):
        for name in ("training_mode", "training_mode_of_own_code"):
            with self.subTest(name):
                self.assertIn("training_mode_on", rules(run_once(spec(name))[0]))
        self.assertNotIn("training_mode_on", rules(run_once(spec("training_mode_without_effect"))[0]))


class MadeInputs(unittest.TestCase):
    def test_integers_stay_inside_the_embedding_that_they_index(self):
        tensors = [("ids", "int64"), ("token_type_ids", "int64"), ("mask", "bool")]
        inputs = [{"name": name, "shape": [8, 16], "dtype": dtype} for name, dtype in tensors]
        setup, _, _ = run_once(spec("lookup"), cases=[{"name": "a", "inputs": inputs}])
        self.assertNotIn("integer_range_assumed", rules(setup))

    def test_a_range_given_is_kept(self):
        tensor = {"name": "x", "shape": [1000], "dtype": "int64", "range": [5, 8]}
        with Worker() as worker:
            worker.setup(spec("bare_module"), kind="check", cases=[{"name": "a", "inputs": [tensor]}])
            values = saved(worker)[""]
            self.assertEqual((int(values.min()), int(values.max())), (10, 14))
            self.assertFalse(torch.equal(values, saved(worker, number=1)[""]), "another set, another seed")

    def test_inputs_come_from_files(self):
        with Worker() as worker:
            torch.save({"a": torch.full((3,), 4.0), "b": torch.zeros(1)}, f"{worker.folder.name}/in.pt")
            tensor = {"name": "x", "file": "in.pt", "key": "a"}
            worker.setup(spec("bare_module"), kind="check", cases=[{"name": "f", "inputs": [tensor]}])
            self.assertEqual(saved(worker)[""].tolist(), [8.0, 8.0, 8.0])

    def test_arrays_of_numpy_are_read(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("this interpreter has no numpy")
        with Worker() as worker:
            numpy.savez(f"{worker.folder.name}/in.npz", a=numpy.arange(4, dtype="float32"))
            tensor = {"name": "x", "file": "in.npz", "key": "a"}
            worker.setup(spec("bare_module"), kind="check", cases=[{"name": "f", "inputs": [tensor]}])
            self.assertEqual(saved(worker)[""].tolist(), [0.0, 2.0, 4.0, 6.0])


class NumericContext(unittest.TestCase):
    def test_dtype_casts_model_and_inputs(self):
        with Worker() as worker:
            setup = worker.setup(spec("autocast_dtype"), kind="check", numeric={"dtype": "bfloat16"})
            self.assertEqual(inputs_of(setup)[0][2], "bfloat16")
            self.assertEqual(saved(worker)[""].dtype, torch.bfloat16)

    def test_autocast_reaches_the_outputs_and_not_the_fp64_reference(self):
        with Worker() as worker:
            worker.setup(spec("autocast_dtype"), kind="check", numeric={"autocast": "bfloat16"})
            self.assertEqual(saved(worker)[""].dtype, torch.bfloat16)
            self.assertEqual(saved(worker, precision="fp64")[""].dtype, torch.float64)
            self.assertEqual(saved(worker)[""].dtype, torch.bfloat16, "and everything is as before")


if __name__ == "__main__":
    unittest.main()
