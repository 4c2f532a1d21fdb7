# SPDX-License-Identifier: Apache-2.0
"""The trace process with the real agent: what torch.profiler sees, with places, whole wherever it ends."""

import collections
import functools
import itertools
import importlib.util
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from worker_process import EAGER, MODELS, ROOT, WORKLOADS, Worker, compiled, workload

sys.path.insert(0, str(ROOT / "tests" / "support"))
import read_spool  # noqa: E402

AGENT = os.environ.get("FUSESCOPE_AGENT")
HERE = Path(__file__).resolve().parent
# torch tells these to its own profiler alone (docs/development/torch.md, 3).
_KINETO_ONLY = ("## Call CompiledFxGraph", "AOTDispatcher Runtime Wrapper Prologue", "Pregraph bytecode", "[memory]")


def place_of(mark):
    for number, line in enumerate((WORKLOADS / "traced.py").read_text().splitlines(), 1):
        if line.rstrip().endswith(f"# place: {mark}"):
            return number
    raise ValueError(mark)


def trace(spec, variant=EAGER, calls=5, places=True, environment=None, **setup):
    """(answer, what lies in the spool) of the operators of case 0."""
    with Worker(environment) as worker:
        worker.setup(spec, variant, kind="trace", agent=AGENT, **setup)
        path = os.path.join(worker.folder.name, "trace")
        answer = worker.done("trace", case=0, calls=calls, path=path, places=places, **{"pass": "operators"})
        return answer, read_spool.read(path)


@functools.cache
def one_call_of_the_whole():
    return trace(workload("traced.py", "whole"), calls=1)[1]


@functools.cache
def graphs_of_three():
    """What several tests look at; none changes it."""
    return graphs(workload("traced.py", "broken"), compiled("eager"))


def graphs(spec, variant, calls=4):
    with Worker() as worker:
        worker.setup(spec, variant, kind="trace", agent=None)
        return worker.done("trace", case=0, calls=calls, path="/nowhere", **{"pass": "graphs"})


def profiled(spec, variant, calls, cases=None, **work):
    """Counts by torch.profiler, which runs in another process."""
    base = {"spec": spec, "working_directory": "/tmp", **work}
    plan = {"workload": base, "variants": [variant], "cases": cases or [], "numeric": {}}
    command = {"kind": "trace", "plan": plan, "variant": 0, "models": str(MODELS), "agent": None}
    with tempfile.TemporaryDirectory() as folder:
        command["spool"] = os.path.join(folder, "spool")
        run = subprocess.run(
            [sys.executable, str(HERE / "profiled_counts.py"), json.dumps(command), str(calls)],
            env={**os.environ, "OMP_NUM_THREADS": "1"},
            capture_output=True,
            text=True,
        )
    if run.returncode != 0:
        raise AssertionError(run.stderr)
    found = json.loads(run.stdout.splitlines()[-1])
    return {name: count for name, count in found.items() if not name.startswith(_KINETO_ONLY)}


def nvtx_works():
    code = "import torch; torch.cuda.nvtx.range_push('x'); torch.cuda.nvtx.range_pop()"
    return subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0


def unwatched_graphs():
    """Into how many graphs torch alone cuts the model with NVTX ranges."""
    code = (
        f"import sys; sys.path.insert(0, {str(WORKLOADS)!r}); import torch, traced\n"
        "made = []\n"
        "module, inputs = traced.ranged()\n"
        "torch.compile(module, backend=lambda graph, _: made.append(graph) or graph)(*inputs)\n"
        "print(len(made))"
    )
    return int(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout)


def counted(seen):
    """The spool's spans under the names that torch.profiler has for them; modules are ours alone."""
    names = collections.Counter()
    for span in seen.spans:
        if span.kind == "region":
            names[f"Torch-Compiled Region: {span.name}"] += 1
        elif span.kind != "module":
            names[span.name] += 1
    return dict(names)


@unittest.skipUnless(AGENT, "FUSESCOPE_AGENT names no agent")
class SameAsTheProfiler(unittest.TestCase):
    def same(self, spec, variant, **setup):
        _, seen = trace(spec, variant, calls=3, places=False, **setup)
        self.assertEqual(counted(seen), profiled(spec, variant, 3, **setup))
        self.assertEqual(seen.lost, 0)
        return seen

    def test_an_eager_block(self):
        self.same("builtin:transformer-block", EAGER)

    def test_a_compiled_block(self):
        self.same("builtin:transformer-block", compiled("aot_eager"))

    def test_a_training_step(self):
        seen = self.same("builtin:mlp", EAGER, task="training")
        kinds = {span.kind for span in seen.spans}
        self.assertLessEqual({"operator", "backward", "range"}, kinds)

    def test_a_compiled_training_step(self):
        seen = self.same("builtin:mlp", compiled("aot_eager"), task="training")
        self.assertIn("compiled_function", {span.kind for span in seen.spans})

    @unittest.skipUnless(importlib.util.find_spec("torchvision"), "torchvision is not installed")
    def test_resnet18_and_its_operators_add_up_to_the_call(self):
        cases = [{"name": "small", "inputs": [{"name": "x", "shape": [8, 3, 64, 64], "dtype": "float32"}]}]
        _, seen = trace("torchvision:resnet18", EAGER, calls=9, places=False, cases=cases)
        self.assertEqual(counted(seen), profiled("torchvision:resnet18", EAGER, 9, cases=cases))
        shares = []
        for start, end in seen.calls:
            inside = [span for span in seen.spans if start <= span.start_ns < end]
            total = sum(span.duration_ns for span in read_spool.tops(inside))
            self.assertLessEqual(total, end - start)
            shares.append(total / (end - start))
        self.assertGreater(statistics.median(shares), 0.9)  # a busy machine stops some call between operators


@unittest.skipUnless(AGENT, "FUSESCOPE_AGENT names no agent")
class Spans(unittest.TestCase):
    def test_calls_hold_their_spans_and_threads_nest(self):
        _, seen = trace(workload("traced.py", "whole"), calls=4)
        self.assertEqual(len(seen.calls), 4)
        self.assertEqual(len({span.thread for span in seen.spans}), 1)
        per_call = len(seen.spans) // 4
        for index, (start, end) in enumerate(seen.calls):
            for span in seen.spans[index * per_call : (index + 1) * per_call]:
                self.assertTrue(start <= span.start_ns <= span.end_ns <= end)

    def test_operators_know_the_users_line_and_module(self):
        seen = one_call_of_the_whole()
        found = {}
        for span in seen.spans:
            if span.place is not None:
                self.assertEqual(span.place.file, str(WORKLOADS / "traced.py"))
                found.setdefault(span.name, []).append((span.place.line, span.place.function, span.place.module))
        self.assertEqual(
            found["aten::linear"],
            [(place_of("linear"), "forward", f"halves.{index}.linear") for index in range(2)],
        )
        self.assertEqual(
            found["aten::sin"], [(place_of("helper"), "helper", f"halves.{index}") for index in range(2)]
        )
        self.assertEqual(found["aten::cos"], [(place_of("cos"), "forward", "")])
        self.assertNotIn("aten::addmm", found, "linear called it, not the user")

    def test_modules_and_ranges_of_the_user_are_spans(self):
        seen = one_call_of_the_whole()
        by_kind = collections.defaultdict(list)
        for span in seen.spans:
            by_kind[span.kind].append(span.name)
        modules = ["Whole", "halves.0", "halves.0.linear", "halves.1", "halves.1.linear"]
        self.assertEqual(by_kind["module"], modules)
        self.assertEqual(by_kind["range"], ["both halves"])

    @unittest.skipUnless(nvtx_works(), "this torch has no NVTX")
    def test_nvtx_ranges_are_ranges_and_change_no_graph(self):
        _, seen = trace(workload("traced.py", "ranged"), calls=1)
        ranges = [span for span in seen.spans if span.kind == "range"]
        self.assertEqual([span.name for span in ranges], ["outer", "inner"])
        outer, inner = ranges
        self.assertTrue(outer.start_ns <= inner.start_ns <= inner.end_ns <= outer.end_ns)
        spec, variant = workload("traced.py", "ranged"), compiled("aot_eager")
        self.assertEqual(len(graphs(spec, variant)["graphs"]), unwatched_graphs())

    def test_without_places_there_are_neither(self):
        _, seen = trace(workload("traced.py", "whole"), calls=1, places=False)
        self.assertEqual(seen.places, {})
        self.assertNotIn("module", {span.kind for span in seen.spans})

    def test_a_region_is_named_by_its_compile_id(self):
        _, seen = trace(workload("traced.py", "broken"), compiled("eager"), calls=2)
        regions = [span.name for span in seen.spans if span.kind == "region"]
        self.assertEqual(regions, ["0/0", "1/0", "2/0"] * 2)
        self.assertEqual(sum(span.kind == "lookup" for span in seen.spans), 6)

    def test_what_runs_inside_a_graph_has_no_line_of_the_users(self):
        _, seen = trace(workload("traced.py", "whole"), compiled("eager"), calls=1)
        self.assertEqual([span.place for span in seen.spans if span.name == "aten::sin"], [None, None])

    def test_a_backward_node_has_its_forwards_sequence_number(self):
        _, seen = trace("builtin:mlp", EAGER, calls=1, places=False, task="training")
        forward = {span.sequence for span in seen.spans if span.name == "aten::addmm"}
        backward = {span.sequence for span in seen.spans if span.name == "AddmmBackward0"}
        self.assertTrue(backward)
        self.assertLessEqual(backward, forward)

    def test_a_thread_of_the_users_has_its_own_row(self):
        _, seen = trace(workload("traced.py", "threaded"), calls=3)
        threads = {name: {s.thread for s in seen.spans if s.name == name} for name in ("aten::sin", "aten::tan")}
        self.assertEqual(len(threads["aten::sin"]), 1)
        self.assertFalse(threads["aten::sin"] & threads["aten::tan"])
        self.assertEqual(sum(span.name == "aten::tan" for span in seen.spans), 3)

    @unittest.skipUnless(shutil.which("c++") or shutil.which("g++"), "Inductor needs a C++ compiler")
    def test_kernels_of_inductor_are_seen_in_a_trace_process(self):
        with tempfile.TemporaryDirectory() as cache:
            environment = {"TORCHINDUCTOR_CACHE_DIR": cache, "TORCHINDUCTOR_VEC_ISA_OK": "1"}
            _, seen = trace(workload("breaks.py", "clean"), compiled(None), calls=2, environment=environment)
            sources = [path.read_text() for path in Path(cache).rglob("*.cpp")]
        self.assertTrue(any("cpp_fused" in text or "kernel(" in text for text in sources))
        self.assertFalse([text for text in sources if "RecordFunction" in text], "the kernels are those of timed processes")
        kernels = [span.name for span in seen.spans if span.kind == "kernel"]
        self.assertEqual(len(kernels), 2)
        self.assertRegex(kernels[0], r"^graph_\d+_cpp_fused_")


class Ends(unittest.TestCase):
    def test_without_an_agent_there_is_a_reason(self):
        with Worker() as worker:
            worker.setup(workload("traced.py", "whole"), kind="trace", agent=None)
            answer = worker.done("trace", case=0, calls=1, path="/nowhere/x", **{"pass": "operators"})
        self.assertFalse(answer["observed"])
        self.assertEqual(answer["reason"], "operators need the agent: no agent was given")

    @unittest.skipUnless(AGENT, "FUSESCOPE_AGENT names no agent")
    def test_a_killed_worker_leaves_whole_calls(self):
        _, seen = self.signalled(signal.SIGKILL)
        self.assertGreaterEqual(len(seen.calls), 3)
        self.assertIsNone(seen.lost, "it did not come to tell")
        start, end = seen.calls[-1]
        self.assertEqual(sum(start <= span.start_ns < end for span in seen.spans), len(seen.spans) // len(seen.calls))

    @unittest.skipUnless(AGENT, "FUSESCOPE_AGENT names no agent")
    def test_a_terminated_worker_ends_its_file_first(self):
        code, seen = self.signalled(signal.SIGTERM)
        self.assertEqual(code, 128 + signal.SIGTERM)
        self.assertGreaterEqual(len(seen.calls), 3)
        self.assertEqual(seen.lost, 0, "it told how the trace ended")

    def signalled(self, number):
        """(exit status, what lies in the spool) of a worker that gets a signal after three calls of many."""
        with Worker() as worker:
            worker.setup(workload("traced.py", "slow"), kind="trace", agent=AGENT)
            path = os.path.join(worker.folder.name, "trace")
            worker.send("trace", case=0, calls=500, path=path, **{"pass": "operators"})
            self.wait_for_calls(path, 3)
            os.kill(worker.process.pid, number)
            return worker.process.wait(), read_spool.read(path)

    @staticmethod
    def wait_for_calls(path, count):
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if os.path.exists(path) and os.path.getsize(path) > 8 and len(read_spool.read(path).calls) >= count:
                return
            time.sleep(0.02)
        raise AssertionError("no calls came")

    @unittest.skipUnless(AGENT, "FUSESCOPE_AGENT names no agent")
    def test_a_call_that_raises_keeps_those_before_it(self):
        with Worker() as worker:
            worker.setup(workload("traced.py", "raising"), kind="trace", agent=AGENT)
            path = os.path.join(worker.folder.name, "trace")
            answer = worker.ask("trace", case=0, calls=9, path=path, **{"pass": "operators"})
            seen = read_spool.read(path)
        self.assertEqual(answer["error"]["sentence"], "ValueError: enough")
        self.assertEqual(len(seen.calls), 2)
        self.assertEqual(seen.lost, 0)

    @unittest.skipUnless(AGENT, "FUSESCOPE_AGENT names no agent")
    def test_a_folder_that_is_not_there_is_a_sentence(self):
        with Worker() as worker:
            worker.setup(workload("traced.py", "whole"), kind="trace", agent=AGENT)
            answer = worker.ask("trace", case=0, calls=1, path="/nowhere/x", **{"pass": "operators"})
        self.assertIn("the trace cannot be written: No such file or directory", answer["error"]["sentence"])


class Graphs(unittest.TestCase):
    def test_each_graph_of_each_call_has_a_window(self):
        answer = graphs_of_three()
        self.assertEqual(answer["graphs"], ["0/0", "1/0", "2/0"])
        made = len(answer["calls"])
        self.assertEqual([row[:2] for row in answer["windows"]], [[call, g] for call in range(made) for g in range(3)])
        for before, after in zip(answer["windows"], answer["windows"][1:]):
            self.assertLess(before[2], before[3])
            self.assertLess(before[3], after[2])
        for call, (start, end) in enumerate(answer["calls"]):
            inside = [row for row in answer["windows"] if row[0] == call]
            self.assertLess(start, inside[0][2])
            self.assertGreater(end, inside[-1][3])
        self.assertGreaterEqual(len(answer["calls"]), 4)

    def test_bytes_that_cross_a_break_are_those_of_earlier_graphs(self):
        answer = graphs_of_three()
        self.assertEqual([row[4] for row in answer["windows"][-3:]], [0, 64, 64])

    def test_functions_called_by_a_skipped_frame_have_windows(self):
        answer = graphs(workload("breaks.py", "loop"), compiled("eager"))
        self.assertEqual([row[1] for row in answer["windows"] if row[0] == 0], [0, 0])

    def test_the_methods_own_cost_is_measured_in_the_same_process(self):
        answer = graphs_of_three()
        for name in ("null_graph_ns", "wrapper_ns", "bytes_per_second"):
            self.assertGreater(answer[name], 0)

    def test_a_backward_between_two_graphs_is_no_cost_of_leaving_one(self):
        variant = {**compiled("aot_eager"), "parts": [{"target": "step"}]}
        with Worker() as worker:  # its backward sleeps for 50 ms
            worker.setup(workload("training.py", "known_parts"), variant, kind="trace", agent=None, task="training")
            answer = worker.done("trace", case=0, calls=4, path="/nowhere", **{"pass": "graphs"})
        gaps = [after[2] - before[3] for before, after in itertools.pairwise(answer["windows"]) if before[0] == after[0]]
        self.assertGreaterEqual(len(gaps), 4)
        self.assertLess(max(gaps), 40_000_000, "the 10 ms of the optimizer's sleep are the break's")

    def test_eager_has_no_graphs(self):
        self.assertFalse(graphs(workload("traced.py", "broken"), EAGER)["observed"])


@unittest.skipUnless(AGENT, "FUSESCOPE_AGENT names no agent")
class Ranks(unittest.TestCase):
    def test_what_ranks_share_is_seen(self):
        """Two processes with DistributedDataParallel over gloo: operators on the thread that calls, the work on gloo's own."""
        for variant in (EAGER, compiled("aot_eager")):
            with self.subTest(variant["name"]):
                _, spool = trace(f"script:{HERE / 'scripts' / 'ranks.py'}", variant, task="training", call="model", ranks=2)
                seen = collections.Counter((span.name, span.kind) for span in spool.spans)
                self.assertGreaterEqual(seen["c10d::allreduce_", "operator"], 5, seen)
                self.assertGreaterEqual(seen["gloo:all_reduce", "range"], 3, seen)  # one may end behind its call


class Lines(unittest.TestCase):
    def test_the_line_that_keeps_the_host_busy_has_most_samples(self):
        with Worker() as worker:
            worker.setup(workload("traced.py", "busy_host"), kind="trace", agent=None)
            answer = worker.done("trace", case=0, calls=5, path="/nowhere", **{"pass": "lines"})
        counts = collections.Counter(answer["lines"][index][1] for _, index in answer["samples"])
        busy = sum(counts[place_of("busy") + step] for step in (-1, 0))
        self.assertGreater(busy, 0.6 * len(answer["samples"]))
        self.assertGreater(len(answer["samples"]), 50)
        self.assertIn("call", {line[2] for line in answer["lines"]})
        for time_ns, _ in answer["samples"]:
            self.assertTrue(any(start <= time_ns <= end for start, end in answer["calls"]))


if __name__ == "__main__":
    unittest.main()
