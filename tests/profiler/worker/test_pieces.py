# SPDX-License-Identifier: Apache-2.0
"""Parts of the shim by themselves, in this process: parsing, globs, classification."""

import importlib.util
import sys
import unittest
from types import SimpleNamespace

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.flop_counter import FlopCounterMode
from worker_process import MAIN

_FOLDER = MAIN.parent / "fusescope_worker"
_SPEC = importlib.util.spec_from_file_location(
    "fusescope_worker", _FOLDER / "__init__.py", submodule_search_locations=[str(_FOLDER)]
)
sys.modules["fusescope_worker"] = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(sys.modules["fusescope_worker"])

from fusescope_worker import (  # noqa: E402
    compile_metrics,
    compiling,
    environment,
    errors,
    generated_code,
    graph_breaks,
    graph_clock,
    module_use,
    operator_flops,
    provenance,
    sources,
    trace,
    user_frames,
    vector_probe,
)
from fusescope_worker.channel import without_nan  # noqa: E402
from fusescope_worker.memory_history import Unseen  # noqa: E402

TORCH_FILE = torch.nn.Module.__init__.__code__.co_filename
LIBRARY_FILE = importlib.util.find_spec("json").origin


class Partition(unittest.TestCase):
    def test_the_profile_stands_behind_the_name_of_a_gpu_with_partitions(self):
        self.assertEqual(environment.partition("NVIDIA H100 80GB HBM3 MIG 1g.10gb"), "1g.10gb")
        self.assertIsNone(environment.partition("NVIDIA H100 80GB HBM3"))
        self.assertIsNone(environment.partition("AMD Instinct MI300X"))


class Provenance(unittest.TestCase):
    def test_tells_versions_of_what_is_installed_and_of_nothing_else(self):
        versions = provenance.library_versions()
        self.assertLessEqual(set(versions), set(provenance.LIBRARIES))
        self.assertEqual("numpy" in versions, importlib.util.find_spec("numpy") is not None)

    def test_tells_the_settings_that_differ_from_their_default(self):
        entries = {name: SimpleNamespace(default=False, alias=None) for name in ("same", "changed", "auth_token", "hook")}
        config = SimpleNamespace(_config=entries, same=False, changed=True, auth_token="s", hook=print)
        found = provenance.changed_settings({"torch._inductor.config": config})
        self.assertEqual(found, {"inductor.changed": "True, default False"})

    def test_of_the_real_settings_tells_the_one_that_is_changed(self):
        import torch._inductor.config as config

        before = provenance.changed_settings()
        with config.patch(epilogue_fusion=not config.epilogue_fusion):
            after = provenance.changed_settings()
        self.assertEqual(set(after) - set(before), {"inductor.epilogue_fusion"})

    def test_a_torch_without_such_settings_tells_none(self):
        self.assertEqual(provenance.changed_settings({"torch._dynamo.config": SimpleNamespace()}), {})


class ModuleUse(unittest.TestCase):
    def test_tells_share_class_and_runs_of_each_module_and_leaves_no_hook(self):
        model = torch.nn.ModuleDict({"twice": torch.nn.Linear(64, 64), "never": torch.nn.Linear(2, 2)})
        rows = torch.randn(64, 64)
        session = SimpleNamespace(
            module=model,
            device=torch.device("cpu"),
            context=SimpleNamespace(grad_mode=torch.no_grad),
            call_of=lambda case: lambda: model["twice"](model["twice"](rows)),
            reset_of=lambda case: None,
        )
        used = {row["path"]: row for row in module_use.module_use(session, 0, 5)}
        self.assertEqual(used["twice"]["class"], "Linear")
        self.assertEqual(used["twice"]["times"], 2)
        self.assertGreater(used["twice"]["call_ratio"], 0.3)
        self.assertLessEqual(used["twice"]["call_ratio"], 1)
        self.assertEqual((used["never"]["times"], used["never"]["call_ratio"]), (0, 0))
        self.assertFalse(model["twice"]._forward_hooks or model["twice"]._forward_pre_hooks)


class Flops(unittest.TestCase):
    def test_of_an_encoder_layer_are_those_of_its_products_and_of_attention(self):
        layer = torch.nn.TransformerEncoderLayer(32, 4, 64, batch_first=True).eval()
        rows = torch.randn(2, 8, 32)
        with FlopCounterMode(display=False) as counter:
            layer(rows)  # with gradients: product by product, attention as a kernel that torch has no formula for
        seen = []

        class Watch(TorchDispatchMode):
            def __torch_dispatch__(self, overload, types, args=(), kwargs=None):
                out = overload(*args, **(kwargs or {}))
                seen.append(operator_flops.flops_of(overload, args, kwargs or {}, out))
                return out

        with torch.inference_mode(), Watch():
            layer(rows)
        attention = 2 * 2 * (2 * 8) * 8 * 32
        self.assertEqual([each for each in seen if each], [counter.get_total_flops() + attention])


class UserFrames(unittest.TestCase):
    def test_the_place_is_the_innermost_frame_outside_torch_and_the_standard_library(self):
        stack = [
            ("/home/u/main.py", 3, "<module>"),
            (str(_FOLDER / "measure.py"), 9, "measure"),
            ("/home/u/model.py", 7, "forward"),
            (TORCH_FILE, 10, "_call_impl"),
            ("/x/lib/python3.11/site-packages/einops/a.py", 2, "rearrange"),
            (LIBRARY_FILE, 5, "dumps"),
            ("<frozen importlib>", 1, "f"),
        ]
        self.assertEqual(user_frames.user_frame(stack), stack[4], "two breaks of one call into it are two places")
        self.assertEqual(user_frames.user_frame(stack[:4]), ("/home/u/model.py", 7, "forward"))

    def test_in_a_librarys_model_it_is_the_librarys_frame(self):
        package = ("/x/lib/python3.11/site-packages/transformers/bert.py", 2, "forward")
        self.assertEqual(user_frames.user_frame([package, (TORCH_FILE, 1, "linear")]), package)

    def test_there_may_be_none(self):
        self.assertIsNone(user_frames.user_frame([(TORCH_FILE, 1, "linear")]))

    def test_resumed_functions_go_by_their_own_name(self):
        name = "torch_dynamo_resume_in_torch_dynamo_resume_in_forward_at_3_at_9"
        self.assertEqual(user_frames.function_name(name), "forward")


class GraphBreakText(unittest.TestCase):
    def test_a_record_without_a_place_still_is_a_break(self):
        fact = graph_breaks.graph_break("Graph Break Reason: something new in torch\n")
        self.assertEqual((fact["file"], fact["line"], fact["id"]), ("", 0, ""))
        self.assertEqual(fact["reason"], "something new in torch")

    def test_the_skipped_frame_takes_the_id_inside_it(self):
        link = "https://meta-pytorch.github.io/compile-graph-break-site/gb/{}.html"
        text = f"{link.format('gb0025')}\n*** another\n{link.format('gb7000')}"
        self.assertEqual(graph_breaks.break_id(text), "gb0025")
        self.assertEqual(graph_breaks.break_id(link.format("gb7000")), "gb7000")
        self.assertEqual(graph_breaks.break_id("no id"), "")


class RecompileText(unittest.TestCase):
    def test_the_guard_is_the_expression_without_its_id_and_comment(self):
        payload = '["2/1: L[\'self\'].training == True  # in forward a.py:3", "2/0: other"]'
        fact = compile_metrics.recompile_reasons(payload)
        self.assertEqual(fact["guard"], "L['self'].training == True")
        self.assertEqual(fact["reason"].splitlines()[1], "2/0: other")

    def test_metrics_of_another_version_are_no_error(self):
        fact = compile_metrics.compile_fact(SimpleNamespace(compile_id="0/0", co_name="f"))
        self.assertEqual((fact["compile_id"], fact["duration_ns"], fact["cache"], fact["phases"]), ("0/0", 0, None, {}))

    def test_cache_hits_are_told_from_misses(self):
        hit = SimpleNamespace(inductor_fx_local_cache_hit_count=1, inductor_fx_local_cache_miss_count=0)
        miss = SimpleNamespace(inductor_fx_local_cache_hit_count=1, inductor_fx_local_cache_miss_count=1)
        self.assertEqual(compile_metrics.compile_fact(hit)["cache"], "hit")
        self.assertEqual(compile_metrics.compile_fact(miss)["cache"], "miss")


class Globs(unittest.TestCase):
    def test_a_star_stays_inside_one_name_and_two_cross_dots(self):
        names = ["layers.0", "layers.0.attention", "layers.1", "head"]

        def matched(glob):
            pattern = compiling.glob_pattern(glob)
            return [name for name in names if pattern.match(name)]

        self.assertEqual(matched("layers.*"), ["layers.0", "layers.1"])
        self.assertEqual(matched("layers.**"), ["layers.0", "layers.0.attention", "layers.1"])
        self.assertEqual(matched("h?ad"), ["head"])
        self.assertEqual(matched("layers"), [])


class Specs(unittest.TestCase):
    def test_inline_arguments_are_json_or_text(self):
        text = "bert,num_hidden_layers=2,tie=false,x=True,act=gelu"
        expected = {"num_hidden_layers": 2, "tie": False, "x": True, "act": "gelu"}
        self.assertEqual(sources.split_arguments(text), ("bert", expected))


class Classification(unittest.TestCase):
    def key(self, name, message="", bases=(RuntimeError,)):
        return errors.classify(type(name, bases, {})(message))

    def test_by_names_over_the_class_hierarchy(self):
        self.assertEqual(self.key("Unsupported"), "unsupported")
        self.assertEqual(self.key("FailOnRecompileLimitHit", "Hard failure due to fullgraph=True"), "recompile_limit")
        self.assertEqual(self.key("InvalidBackend"), "invalid_backend")
        self.assertEqual(self.key("BackendCompilerFailed", "it failed"), "backend_failed")
        self.assertEqual(self.key("InvalidCxxCompiler"), "no_c_compiler")
        self.assertEqual(self.key("OutOfMemoryError"), "out_of_memory")
        self.assertEqual(self.key("Later", bases=(type("Unsupported", (Exception,), {}),)), "unsupported")

    def test_by_texts_where_torch_has_no_class(self):
        texts = {
            "DefaultCPUAllocator: can't allocate memory: you tried to allocate 9 bytes": "out_of_memory",
            "mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)": "shape_mismatch",
            "expected input[1, 4, 8, 8] to have 3 channels, but got 4 channels instead": "shape_mismatch",
            "Torch not compiled with CUDA enabled": "device_not_found",
            "No working C++ compiler found in torch._inductor": "no_c_compiler",
        }
        for text, key in texts.items():
            with self.subTest(text):
                self.assertEqual(self.key("RuntimeError2", text), key)

    def test_the_cause_inside_a_backends_failure_counts(self):
        outer = type("BackendCompilerFailed", (RuntimeError,), {})("backend='inductor' raised")
        outer.inner_exception = type("InvalidCxxCompiler", (RuntimeError,), {})("none")
        self.assertEqual(errors.classify(outer), "no_c_compiler")

    def test_what_inductor_calls_besides_the_compiler_may_be_missing_too(self):
        for text in (
            "[Errno 2] No such file or directory: 'openssl'",
            "/tmp/x/main.cpp:1:10: fatal error: Python.h: No such file or directory",
        ):
            self.assertEqual(self.key("BackendCompilerFailed", message=text), "no_c_compiler")

    def test_code_that_inductor_wrote_wrongly_is_told_by_what_the_compiler_says_of_it(self):
        error = type("InductorError", (RuntimeError,), {})(  # torch 2.11, a model.generate() with AVX2
            "CppCompileError: C++ compile error\n\nCommand:\ng++ /tmp/oc/cocyjk.main.cpp -O3\n\nOutput:\n"
            "/tmp/oc/cocyjk.main.cpp: In function ‘void kernel(const float*, int64_t)’:\n"
            "/tmp/oc/cocyjk.main.cpp:87:62: error: ‘tmp2’ was not declared in this scope; did you mean ‘tm’?\n"
        )
        self.assertEqual(errors.classify(error), "generated_code_invalid")
        self.assertEqual(
            errors.sentence_of(error),
            "InductorError: CppCompileError: C++ compile error: ‘tmp2’ was not declared in this scope; did you mean ‘tm’?",
        )
        killed = type("InductorError", (RuntimeError,), {})("CppCompileError: C++ compile error\n\nOutput:\ncc1plus: killed")
        self.assertEqual(errors.classify(killed), "backend_failed")

    def test_the_sentence_is_one_line(self):
        self.assertEqual(errors.sentence_of(ValueError("bad\nworse")), "ValueError: bad")
        self.assertEqual(errors.sentence_of(ValueError()), "ValueError")


class Json(unittest.TestCase):
    def test_what_is_no_number_is_null(self):
        self.assertEqual(without_nan({"a": [float("nan"), 1.5], "b": float("inf")}), {"a": [None, 1.5], "b": None})


class ModulePaths(unittest.TestCase):
    def test_are_those_of_the_model_whatever_way_torch_reaches_its_parts(self):
        for source, path in {
            "L['self']": "",
            "L['s'].blocks.0.a": "blocks.0.a",
            "L['s']._modules['blocks']._modules['0'].a": "blocks.0.a",  # torch 2.9
            "getattr(L['s'].blocks.0, 'odd name')": "blocks.0.odd name",
            "getattr(getattr(L['s'], 'odd name')._modules['1'], 'x y').z": "odd name.1.x y.z",
        }.items():
            self.assertEqual(generated_code.module_path(source), path)

    def test_are_the_names_that_the_model_gives(self):
        class Model(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.blocks = torch.nn.ModuleList([torch.nn.Sequential(torch.nn.Linear(4, 4))])
                self.add_module("odd name", torch.nn.Linear(4, 4))

            def forward(self, x):
                return getattr(self, "odd name")(self.blocks[0](x))

        seen = set()

        def noted(graph, _):
            stacks = [node.meta.get("nn_module_stack") for node in graph.graph.nodes]
            seen.update(generated_code.module_path(list(stack.values())[-1][0]) for stack in stacks if stack)
            return graph

        torch.compile(Model(), backend=noted)(torch.ones(2, 4))
        self.assertEqual(seen, {"blocks.0.0", "odd name"})


class GraphsOfTracedCalls(unittest.TestCase):
    """Where kernels are seen, the trace tells when graphs ran: what the device did between them."""

    def setUp(self):
        self.clock = graph_clock.GraphClock()
        self.first = self.clock.watched(lambda x: x, "0/0")
        self.second = self.clock.watched(lambda x: x, "1/0")
        self.tracer = trace.Tracer(SimpleNamespace(graph_clock=self.clock), None, None)
        self.tracer._constants = {"wrapper_ns": 800.0}, None

    def traced(self, seen):
        kernels = SimpleNamespace(seen=seen, around=lambda call: call())
        return self.tracer._traced(kernels, 3, None, lambda: (self.first(1), self.second(2)), Unseen("a test"))

    def test_are_told_with_the_call_and_in_their_order(self):
        answer = self.traced(seen=True)
        self.assertEqual((answer["graphs"], answer["wrapper_ns"]), (["0/0", "1/0"], 800.0))
        self.assertEqual([window[:2] for window in answer["windows"]], [[n, g] for n in range(3) for g in (0, 1)])
        for (_, _, _, end, _), (_, _, start, _, _) in zip(answer["windows"], answer["windows"][1:]):
            self.assertLessEqual(end, start)

    def test_are_left_out_without_kernels(self):
        self.assertEqual(self.traced(seen=False), {})


class BackwardOfAGraph(unittest.TestCase):
    """What ends before any other graph begins belongs to the graph before it."""

    def test_reaches_to_the_end_of_what_follows_it(self):
        self.assertEqual(graph_clock._with_backward(0, 5, [0, 10], [(6, 7), (8, 9)]), 9)
        self.assertEqual(graph_clock._with_backward(10, 12, [0, 10], [(13, 20)]), 20)

    def test_leaves_out_what_another_graph_follows_or_precedes(self):
        self.assertEqual(graph_clock._with_backward(0, 5, [0, 10], [(6, 12)]), 5)
        self.assertEqual(graph_clock._with_backward(10, 12, [0, 10], [(6, 9)]), 12)

    def test_of_graphs_that_begin_at_once_neither_ends_the_other(self):
        self.assertEqual(graph_clock._with_backward(0, 5, [0, 0, 10], [(6, 9)]), 9)


class VectorProbe(unittest.TestCase):
    """What Inductor would ask of a new interpreter, which imports torch for it."""

    def check(self, script):
        self.elsewhere = []
        return vector_probe._check_call(self.elsewhere.append)([sys.executable, "-c", script])

    def test_a_library_is_loaded_in_this_process(self):
        self.assertEqual(self.check('import torch\nfrom ctypes import cdll\ncdll.LoadLibrary("libm.so.6")'), 0)
        self.assertEqual(self.elsewhere, [])

    def test_one_that_does_not_load_fails_as_a_process_does(self):
        with self.assertRaises(OSError):
            self.check('cdll.LoadLibrary("/nowhere/probe.so")')

    def test_other_commands_run_as_before(self):
        self.check("print()")
        self.assertEqual(len(self.elsewhere), 1)


if __name__ == "__main__":
    unittest.main()
