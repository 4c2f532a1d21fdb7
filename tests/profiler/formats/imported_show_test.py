# SPDX-License-Identifier: Apache-2.0
"""Every public trace through `fusescope import` and `show --json`, as a user would, against reference.json.

FUSESCOPE (the program), TRACES (the folder) and RECORDED (a run database) come from CTest.
"""

import decimal
import gzip
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

_TRACES = pathlib.Path(os.environ["TRACES"])


def ns(microseconds):
    """Exactly: reference.json has decimals of microseconds."""
    return int(decimal.Decimal(str(microseconds)) * 1000)


def truths():
    if not (_TRACES / "reference.json").exists():
        return {}
    reference = json.loads((_TRACES / "reference.json").read_text(encoding="utf-8"), parse_float=decimal.Decimal)
    return {name: entry["truth"] for name, entry in reference["traces"].items() if (_TRACES / name).exists()}


def fusescope(*arguments):
    answer = subprocess.run([os.environ["FUSESCOPE"], *arguments], capture_output=True, text=True, timeout=300)
    if answer.returncode != 0:
        raise AssertionError(f"{arguments}: {answer.returncode} {answer.stderr}")
    return answer.stdout


def one_operator(folder):
    """An imported trace of a single operator."""
    trace = pathlib.Path(folder, "trace.json")
    trace.write_text(
        '{"traceEvents":[{"ph":"X","cat":"cpu_op","name":"aten::add","pid":1,"tid":1,"ts":1,"dur":2}]}',
        encoding="utf-8",
    )
    file = f"{folder}/out.fscope"
    fusescope("import", str(trace), "-o", file)
    return file


@unittest.skipUnless(truths(), f"{_TRACES} is not there")
class ImportedShow(unittest.TestCase):
    def test_figures_are_those_of_the_reference(self):
        for name, truth in truths().items():
            with self.subTest(trace=name), tempfile.TemporaryDirectory() as folder:
                file = f"{folder}/imported.fscope"
                fusescope("import", str(_TRACES / name), "-o", file)
                [trace] = json.loads(fusescope("show", file, "trace", "--json"))["traces"]
                self.check_device(trace, truth["gpu_all"])
                self.check_launches(trace, truth["launch_start_to_first_gpu_start_per_correlation"])
                self.check_steps(trace, truth["steps"])
                self.check_use(file, trace, truth["steps"])
                [kernels] = json.loads(fusescope("show", file, "kernels", "--json"))["traces"]
                self.check_kernels(kernels, truth)

    def check_use(self, file, trace, truth):
        """One busy share and one count of kernels, wherever they are asked for."""
        compared = json.loads(fusescope("compare", file, "--json"))
        [gpu] = json.loads(fusescope("show", file, "gpu", "--json"))["gpu"]
        [known] = compared["traces"]
        self.assertEqual(compared["kind"], "trace")
        if trace["busy_ratio"] is None:
            self.assertIsNone(known["busy_ratio"])
            self.assertTrue(known["busy_ratio_reason"])
            return
        self.assertEqual(gpu["busy_ratio"]["estimate"], trace["busy_ratio"])
        self.assertEqual(known["busy_ratio"], trace["busy_ratio"])
        for ours, theirs in (("kernels_per_call", "kernels_per_step"), ("launches_per_call", "launches_per_step")):
            self.assertEqual(gpu[ours], trace[ours])
            self.assertEqual(known[theirs], trace[ours])
        steps = [(ns(step["dur_us"]), ns(step["gpu_busy_in_window_us"])) for step in truth]
        if len(steps) == 1:
            [(duration, busy)] = steps
            self.assertAlmostEqual(trace["busy_ratio"], busy / duration, places=9)
        elif steps:  # of a usual step: medians, by class
            durations, busy = zip(*steps)
            self.assertGreaterEqual(trace["busy_ratio"], min(busy) / max(durations))
            self.assertLessEqual(trace["busy_ratio"], max(busy) / min(durations))
        self.assertAlmostEqual(sum(known["by_class_ns"].values()), known["step_ns"], delta=len(known["by_class_ns"]))

    def check_device(self, trace, truth):
        if truth["events"] == 0:
            self.assertIsNone(trace["busy_ns"])
            self.assertTrue(trace["busy_ns_reason"])
            return
        for ours, theirs in (("kernels", "kernel"), ("memcpys", "memcpy"), ("memsets", "memset")):
            expected = truth[theirs]
            self.assertEqual(
                trace[ours],
                {"count": expected["count"], "sum_ns": ns(expected["sum_us"]), "union_ns": ns(expected["union_us"])},
            )
        for ours, theirs in (("busy_ns", "busy_union_us"), ("span_ns", "span_us"), ("idle_ns", "idle_us")):
            self.assertEqual(trace[ours], ns(truth[theirs]), ours)
        streams = sorted(ns(busy) for _, busy in truth["per_device_stream_busy_us"].values())
        self.assertEqual(sorted(stream["busy_ns"] for stream in trace["streams"]), streams)

    def check_launches(self, trace, truth):
        if truth["n"] == 0:
            self.assertIsNone(trace.get("launch_delay"))
            return
        delay = trace["launch_delay"]
        self.assertEqual(delay["n"], truth["n"])
        for ours, theirs in (("min_ns", "min_us"), ("max_ns", "max_us")):
            self.assertEqual(delay[ours], ns(truth[theirs]))
        for ours, theirs in (("p50_ns", "p50_us"), ("p95_ns", "p95_us")):  # between two: half a nanosecond
            self.assertAlmostEqual(delay[ours], ns(truth[theirs]), delta=1)

    def check_steps(self, trace, truth):
        if not truth:
            return
        ours = [(step["name"], step["duration_ns"], step["busy_ns"]) for step in trace["steps"]]
        theirs = [(step["name"], ns(step["dur_us"]), ns(step["gpu_busy_in_window_us"])) for step in truth]
        self.assertEqual(ours, theirs)

    def check_kernels(self, shown, truth):
        ours = {
            kernel["name"]: (kernel["count"], kernel["total_ns"], kernel["min_ns"], kernel["max_ns"])
            for kernel in shown["kernels"]
        }
        theirs = {
            kernel["name"]: (kernel["count"], ns(kernel["sum_us"]), ns(kernel["min_us"]), ns(kernel["max_us"]))
            for kernel in truth["kernels"]  # the longest ones
        }
        self.assertEqual(len(ours), truth["n_distinct_kernels"])
        self.assertEqual({name: ours.get(name) for name in theirs}, theirs)


class BadFiles(unittest.TestCase):
    def refused(self, content, name="trace.json"):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, name)
            if content is not None:
                path.write_bytes(content)
            answer = subprocess.run(
                [os.environ["FUSESCOPE"], "import", str(path), "-o", f"{folder}/out.fscope"],
                capture_output=True, text=True, timeout=60,
            )  # fmt: skip
            self.assertFalse(pathlib.Path(folder, "out.fscope").exists(), "nothing was stored")
        self.assertEqual(answer.returncode, 1, answer.stdout)
        last = answer.stderr.strip().splitlines()[-1]
        self.assertTrue(last.startswith("fusescope: "), last)
        return last

    def test_what_is_no_trace_is_refused_in_a_sentence(self):
        self.assertIn("no file that can be read", self.refused(None))
        self.assertIn("no trace that is known", self.refused(b""))
        self.assertIn("no trace that is known", self.refused(b"hello"))
        self.assertIn("no memory snapshot that can be read", self.refused(b"\x80\x04pickle"))
        self.assertTrue(self.refused(b'{"traceEvents": []}'))

    def test_a_database_of_our_own_is_told_from_a_trace(self):
        own = pathlib.Path(os.environ["RECORDED"]).read_bytes()
        sentence = self.refused(own, "recorded.sqlite")
        self.assertIn("recorded.sqlite is a run database of Fusescope", sentence)
        self.assertIn("fusescope show FILE", sentence)
        foreign = own[:68] + b"\0\0\0\0" + own[72:]
        self.assertIn("no export of Nsight Systems", self.refused(foreign, "foreign.sqlite"))

    def test_nobody_claims_to_know_the_inputs_of_a_trace(self):
        with tempfile.TemporaryDirectory() as folder:
            file = one_operator(folder)
            self.assertNotIn("own inputs", fusescope("compare", file))
            [case] = json.loads(fusescope("compare", file, "--json"))["cases"]
        self.assertEqual((case["name"], case["inputs"]), ("as traced", None))
        self.assertTrue(case["inputs_reason"])

    def test_what_was_imported_cannot_be_recorded_again(self):
        with tempfile.TemporaryDirectory() as folder:
            file = one_operator(folder)
            for command in ("rerun", "extend", "reproduce"):
                answer = subprocess.run(
                    [os.environ["FUSESCOPE"], command, file], capture_output=True, text=True, timeout=60
                )
                self.assertNotEqual(answer.returncode, 0, command)
                self.assertIn("was imported from the files of another tool", answer.stderr)
            for part in ("breaks", "recompiles", "compiles"):
                self.assertIn("not in this file", fusescope("show", file, part), part)

    def test_more_variants_than_a_comparison_has_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            names = [f"{folder}/{i}.json" for i in range(9)]
            for name in names:
                pathlib.Path(name).write_text("[]", encoding="utf-8")
            answer = subprocess.run(
                [os.environ["FUSESCOPE"], "import", *names, "-o", f"{folder}/out.fscope"],
                capture_output=True, text=True, timeout=60,
            )  # fmt: skip
        self.assertEqual(answer.returncode, 2)
        self.assertIn("at most 8 variants", answer.stderr)

    def imported_kernels(self, content):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "trace.json")
            path.write_bytes(content)
            file = f"{folder}/out.fscope"
            fusescope("import", str(path), "-o", file)
            [trace] = json.loads(fusescope("show", file, "trace", "--json"))["traces"]
        return trace["kernels"]["count"]

    def test_a_trace_is_known_by_what_stands_before_its_damage(self):
        text = '{"traceEvents":[' + ",".join(
            f'{{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":{i},"dur":1,"args":{{}}}}' for i in range(100)
        )
        packed = gzip.compress(text.encode())
        damaged = packed[: len(packed) // 2] + b"\xff" * 64
        self.assertIn(self.imported_kernels(damaged), range(1, 100))
        self.assertEqual(self.imported_kernels(b"\n" * 1000 + text.encode() + b"]}"), 100)

    def test_a_cut_file_keeps_its_whole_events(self):
        events = ",".join(
            f'{{"ph":"X","cat":"kernel","name":"k{i}","pid":0,"tid":7,"ts":{1000 + 10 * i}.5,"dur":4.25,'
            f'"args":{{"stream":7,"device":0,"correlation":{i + 1}}}}}' for i in range(10)
        )  # fmt: skip
        text = ('{"schemaVersion":1,"traceEvents":[' + events)[:-60]
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "cut.json")
            path.write_text(text, encoding="utf-8")
            file = f"{folder}/out.fscope"
            answer = subprocess.run(
                [os.environ["FUSESCOPE"], "import", str(path), "-o", file], capture_output=True, text=True, timeout=60
            )
            self.assertEqual(answer.returncode, 0, answer.stderr)
            [trace] = json.loads(fusescope("show", file, "trace", "--json"))["traces"]
        self.assertIn("byte", answer.stderr)
        self.assertEqual(trace["kernels"], {"count": 9, "sum_ns": 9 * 4250, "union_ns": 9 * 4250})
        self.assertTrue(trace["completeness"]["reasons"])


if __name__ == "__main__":
    unittest.main()
