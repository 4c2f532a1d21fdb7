# SPDX-License-Identifier: Apache-2.0
"""Every form of SPEC loads and runs; nothing is downloaded."""

import importlib.util
import os
import unittest

import torch
from worker_process import MODELS, WORKLOADS, Worker, compiled, run_once, workload


def has(library):
    return importlib.util.find_spec(library) is not None


def inputs_of(setup):
    return [(item["name"], item["shape"]) for item in setup["cases"][0]["inputs"]]


class BuiltIn(unittest.TestCase):
    def test_every_built_in_model_compiles_to_one_region_and_says_its_items(self):
        names = sorted(path.stem.replace("_", "-") for path in MODELS.glob("*.py"))
        self.assertEqual(
            names, ["decode-step", "graph-network", "lstm", "mlp", "transformer-block", "unet-block"]
        )
        for name in names:
            with self.subTest(name), Worker() as worker:
                setup = worker.setup(f"builtin:{name}", compiled())
                worker.warm_up(calls=3)
                self.assertEqual(worker.events_of("graph_break") + worker.events_of("notice"), [])
                self.assertEqual(worker.done("prove", case=0)["regions"], {"0/0": 1})
                self.assertGreater(setup["cases"][0]["items"], 0)
                self.assertEqual(setup["notices"], [])

    def test_arguments_reach_the_callable(self):
        setup, _, _ = run_once("builtin:mlp,features=7", arguments={"batch": 3})
        self.assertEqual(inputs_of(setup), [("0", [3, 7])])


@unittest.skipUnless(has("torchvision"), "this interpreter has no torchvision")
class Torchvision(unittest.TestCase):
    def test_a_model_takes_the_plans_shape(self):
        cases = [{"name": "small", "inputs": [{"name": "x", "shape": [2, 3, 32, 32], "dtype": "float32"}]}]
        setup, _, _ = run_once("torchvision:resnet18", cases=cases)
        self.assertEqual((inputs_of(setup), setup["cases"][0]["items"]), ([("x", [2, 3, 32, 32])], 2.0))
        self.assertEqual(setup["notices"], [], "the model is in evaluation mode")

    def test_without_inputs_it_has_its_usual_ones(self):
        with Worker() as worker:
            setup = worker.setup("torchvision:squeezenet1_1,num_classes=5", numeric={"channels_last": True})
            self.assertEqual(inputs_of(setup), [("0", [1, 3, 224, 224])])
            self.assertEqual([notice["rule"] for notice in setup["notices"]], ["default_inputs"])


@unittest.skipUnless(has("transformers"), "this interpreter has no transformers")
class Transformers(unittest.TestCase):
    FIELDS = "num_hidden_layers=2,hidden_size=32,num_attention_heads=2,intermediate_size=64"

    def test_a_model_type_is_built_in_two_cases_with_named_inputs(self):
        def case(length):
            ids = {"name": "input_ids", "shape": [2, length], "dtype": "int64"}
            mask = {"name": "attention_mask", "shape": [2, length], "dtype": "bool"}
            return {"name": f"s{length}", "inputs": [ids, mask], "items": 2 * length}

        with Worker() as worker:
            setup = worker.setup(f"transformers:bert,{self.FIELDS}", kind="check", cases=[case(8), case(16)])
            self.assertEqual(setup["notices"], [], "ids are made within the vocabulary")
            self.assertEqual([item["items"] for item in setup["cases"]], [16.0, 32.0])
            worker.warm_up(case=1)
            path = f"{worker.folder.name}/o.pt"
            worker.done("outputs", case=0, input_set=0, path=path, precision="as_is")
            paths = {entry["path"] for entry in torch.load(path, weights_only=True)}
            self.assertEqual(paths, {"last_hidden_state", "pooler_output"})

    def test_a_well_known_hub_name_needs_no_network(self):
        with Worker({"HF_HUB_OFFLINE": "1", "HF_HOME": "/nonexistent"}) as worker:
            setup = worker.setup(f"transformers:google/electra-small-discriminator,{self.FIELDS}")
            self.assertEqual(inputs_of(setup), [("input_ids", [1, 128])])


class Files(unittest.TestCase):
    def test_a_file_and_a_module_on_the_path(self):
        run_once(workload("returns.py", "module_args"))
        run_once("returns:module_args", sys_path=[str(WORKLOADS)])

    def test_a_relative_file_is_found_in_the_working_directory(self):
        relative = os.path.relpath(WORKLOADS / "returns.py", "/tmp")
        run_once(f"{relative}:module_args", working_directory="/tmp")

    def test_an_exported_program_brings_its_inputs(self):
        with Worker() as worker:
            path = f"{worker.folder.name}/model.pt2"
            module = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.ReLU()).eval()
            torch.export.save(torch.export.export(module, (torch.ones(4, 3),)), path)
            setup = worker.setup(path, compiled())
            self.assertEqual(inputs_of(setup), [("0", [4, 3])])
            self.assertEqual(worker.warm_up()["compiled"], [0])

    def test_a_torchscript_file_takes_the_plans_inputs(self):
        with Worker() as worker:
            path = f"{worker.folder.name}/model.pt"
            torch.jit.trace(torch.nn.Linear(3, 2).eval(), torch.ones(4, 3)).save(path)
            cases = [{"name": "a", "inputs": [{"name": "0", "shape": [4, 3], "dtype": "float32"}]}]
            worker.setup(path, cases=cases)
            worker.warm_up()

    def test_a_torchscript_module_cannot_be_a_compiled_variant(self):
        with Worker() as worker:
            answer = worker.try_setup(workload("returns.py", "script_module"), compiled())
            self.assertEqual(answer["error"]["class"], "bad_input")
            self.assertIn("TorchScript program, which torch.compile leaves as it is", answer["error"]["sentence"])


if __name__ == "__main__":
    unittest.main()
