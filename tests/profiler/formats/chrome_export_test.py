# SPDX-License-Identifier: Apache-2.0
"""Traces through `fusescope import`, `export --as chrome` and `import` again, as a user would: nothing may change.

The files are also read by themselves: against the original, and by the rules of Chrome's trace events that viewers rely
on. FUSESCOPE (the program), TRACES (the public traces, where they are), EXAMPLES (those of the repository) and RECORDED
(a run database with traces of its own) come from CTest.
"""

import collections
import csv
import decimal
import gzip
import io
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

_RECORDED = os.environ["RECORDED"]
_KEPT_OLD = {
    "Operator": "cpu_op", "Kernel": "kernel", "Memcpy": "gpu_memcpy", "Memset": "gpu_memset", "Runtime": "cuda_runtime",
}  # fmt: skip
_KEPT = {"cpu_op", "user_annotation", "kernel", "gpu_memcpy", "gpu_memset"}
# What the format carries of a trace of our own.
_TRACE_KEYS = (
    "calls", "call_ns", "operator_ns", "kernels", "memcpys", "memsets", "busy_ns", "span_ns", "idle_ns", "gaps",
    "streams", "launch_delay", "busy_by_class_ns", "idle_by_cause_ns",
)  # fmt: skip
_KERNEL_KEYS = ("name", "class", "count", "total_ns", "min_ns", "max_ns", "per_call_ns", "launch_delay_ns")
_REGION = "Torch-Compiled Region: "


def traces():
    folders = [pathlib.Path(os.environ["TRACES"]), pathlib.Path(os.environ["EXAMPLES"])]
    found = {}
    for folder in folders:
        for path in sorted(folder.glob("*.json*")) if folder.is_dir() else []:
            if path.name != "reference.json":
                found.setdefault(path.name, path)
    return list(found.values())


def run(*arguments):
    return subprocess.run([os.environ["FUSESCOPE"], *map(str, arguments)], capture_output=True, timeout=300)


def fusescope(*arguments):
    answer = run(*arguments)
    if answer.returncode != 0:
        raise AssertionError(f"{arguments}: {answer.returncode} {answer.stderr.decode()}")
    return answer.stdout.decode()


def shown(file, part):
    return json.loads(fusescope("show", file, part, "--json"))["traces"]


def read(path):
    opened = gzip.open if path.name.endswith(".gz") else open
    with opened(path, "rb") as file:
        document = json.loads(file.read().decode("utf-8", "replace"), parse_float=decimal.Decimal)
    return document if isinstance(document, dict) else {"traceEvents": document}


def ns(microseconds):
    whole = decimal.Decimal(str(microseconds)) * 1000
    return int(whole.quantize(decimal.Decimal(1), rounding=decimal.ROUND_HALF_EVEN))


def kept(event):
    """Category and name that an event of the original has in the export; None: it makes no row."""
    category, name = event.get("cat", ""), event.get("name", "")
    category = _KEPT_OLD.get(category, category)
    if category == "python_function":
        return (category, name) if name.startswith("nn.Module: ") else None
    if category in ("cpu_op", "user_annotation"):
        if name.startswith(_REGION):
            return "cpu_op", _REGION + name[len(_REGION) :].split(" ")[0]
        if name == "TorchDynamo Cache Lookup":
            return "cpu_op", name
        return ("user_annotation", name) if name.startswith("ProfilerStep") else (category, name)
    if category == "gpu_memset":
        return category, "Memset (Device)"
    if category == "gpu_memcpy":
        return category, " ".join(name.split(" ")[:2])
    if category.endswith(("_runtime", "_driver")):
        return "cuda_driver" if re.match("cu[A-Z]", name) else "cuda_runtime", name
    return (category, name) if category in _KEPT else None


def sums(document, key=lambda event: (event["cat"], event["name"])):
    found = collections.defaultdict(lambda: [0, 0])
    for event in document["traceEvents"]:
        if event.get("ph") == "X" and key(event) is not None:
            found[key(event)][0] += 1
            found[key(event)][1] += ns(event.get("dur", 0))
    return dict(found)


def slices_by_thread(events):
    threads = collections.defaultdict(list)
    for event in events:
        if event["ph"] == "X":
            start = ns(event["ts"])
            threads[event["pid"], event["tid"]].append((start, -ns(event["dur"]), event["cat"]))
    return {thread: sorted(slices) for thread, slices in threads.items()}


class Rules(unittest.TestCase):
    """What a viewer needs: https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU"""

    def check(self, events):
        named = {(event["pid"], event["tid"]) for event in events if event["name"] == "thread_name"}
        for event in events:
            self.assertIn(event["ph"], "XsfCM")
            self.assertTrue(isinstance(event["name"], str) and event["pid"] >= 0)
            if event["ph"] != "M":
                self.assertGreaterEqual(event["ts"], 0)
            if event["ph"] == "X":
                self.assertGreaterEqual(event["dur"], 0)
                self.assertIsInstance(event["cat"], str)
                self.assertIn((event["pid"], event["tid"]), named)
        threads = slices_by_thread(events)
        for thread, slices in threads.items():
            self.check_nesting(thread, slices)
        self.check_arrows(events, threads)

    def check_nesting(self, thread, slices):
        ends = []
        for start, minus, category in slices:
            while ends and ends[-1] <= start:
                ends.pop()
            if ends:
                self.assertLessEqual(start - minus, ends[-1], f"{thread}: two overlap at {start}")
                self.assertNotIn(category, ("kernel", "gpu_memcpy", "gpu_memset"), f"{thread}: one holds another")
            ends.append(start - minus)

    def check_arrows(self, events, threads):
        starts = {event["id"]: event for event in events if event["ph"] == "s"}
        ends = {event["id"]: event for event in events if event["ph"] == "f"}
        self.assertEqual(starts.keys(), ends.keys())
        self.assertEqual(2 * len(starts), sum(event["ph"] in "sf" for event in events), "an id is of one arrow")
        edges = {thread: {start for start, _, _ in slices} for thread, slices in threads.items()}
        for arrow, start in starts.items():
            self.assertLessEqual(start["ts"], ends[arrow]["ts"])
            self.assertEqual(ends[arrow]["bp"], "e")
            for end in (start, ends[arrow]):  # both lie where a slice begins, which they bind to
                self.assertIn(ns(end["ts"]), edges[end["pid"], end["tid"]])


class RoundTrip(Rules):
    def test_every_trace_comes_back_as_it_was(self):
        self.assertTrue(traces())
        for path in traces():
            with self.subTest(trace=path.name), tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                fusescope("import", "--variant", f"it={path}", "-o", folder / "before.fscope")
                exported = folder / "it.json.gz"
                fusescope("export", folder / "before.fscope", "--as", "chrome", "-o", exported)
                fusescope("import", "--variant", f"it={exported}", "-o", folder / "after.fscope")
                for part in ("trace", "kernels", "operators"):
                    self.assertEqual(shown(folder / "after.fscope", part), shown(folder / "before.fscope", part), part)
                document = read(exported)
                self.assertEqual(document["schemaVersion"], 1)
                self.assertEqual(sums(document), sums(read(path), kept))
                self.check(document["traceEvents"])

    def test_times_are_exact_decimals(self):
        text = fusescope("export", _RECORDED, "--as", "chrome", "--variant", "eager")
        times = re.findall(r'"(?:ts|dur)":([^,}]*)', text.replace('"ts":0,', ""))
        self.assertTrue(times)
        for time in times:
            self.assertRegex(time, r"^\d+\.\d\d\d$")

    def test_a_recorded_trace_tells_what_its_comparison_tells(self):
        for variant in (trace["variant"] for trace in shown(_RECORDED, "trace")):
            with self.subTest(variant=variant), tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                fusescope("export", _RECORDED, "--as", "chrome", "--variant", variant, "-o", folder / "it.json")
                fusescope("import", "--variant", f"{variant}={folder / 'it.json'}", "-o", folder / "after.fscope")
                self.check_recorded(read(folder / "it.json"))
                [before] = [trace for trace in shown(_RECORDED, "trace") if trace["variant"] == variant]
                [after] = shown(folder / "after.fscope", "trace")
                for key in _TRACE_KEYS:
                    self.assertEqual(after[key], before[key], key)
                [before] = [trace["kernels"] for trace in shown(_RECORDED, "kernels") if trace["variant"] == variant]
                [after] = [trace["kernels"] for trace in shown(folder / "after.fscope", "kernels")]
                for one, other in zip(before, after, strict=True):
                    for key in _KERNEL_KEYS:
                        self.assertEqual(other[key], one[key], key)

    def check_recorded(self, document):
        events = document["traceEvents"]
        self.check(events)
        steps = [event["name"] for event in events if event.get("cat") == "user_annotation"]
        self.assertEqual(steps, ["ProfilerStep#0", "ProfilerStep#1"])
        in_graph = [event for event in events if event["name"] == "gemm"]
        for kernel in in_graph:
            arguments = kernel["args"]
            self.assertEqual(arguments["shared memory"], 1024 + 98304)
            self.assertEqual((arguments["grid"], arguments["block"]), ([4096, 2, 1], [128, 1, 1]))
            self.assertEqual((arguments["registers per thread"], arguments["graph id"]), (168, 12))
        linear = next(event for event in events if event["name"] == "aten::linear")
        self.assertEqual(linear["args"]["Call stack"], "net.py(12): forward")
        self.assertEqual([event["args"]["value"] for event in events if event["ph"] == "C"], [1048576, 3.5e6])


class Choice(unittest.TestCase):
    def refused(self, *arguments):
        answer = run("export", *arguments)
        self.assertEqual(answer.stdout, b"")
        return answer.returncode, answer.stderr.decode().strip().splitlines()[-1]

    def test_one_of_several_is_to_be_named(self):
        code, sentence = self.refused(_RECORDED, "--as", "chrome")
        self.assertEqual(code, 2)
        for trace in shown(_RECORDED, "trace"):
            self.assertIn(f'--variant "{trace["variant"]}"', sentence)

    def test_what_is_not_there_is_told_with_what_is(self):
        code, sentence = self.refused(_RECORDED, "--as", "chrome", "--variant", "nobody")
        self.assertEqual(code, 2)
        self.assertIn('--variant "eager"', sentence)
        number = re.search(r'"eager"[^(]*\(--process (\d+)\)', sentence)[1]
        self.assertIn("traceEvents", fusescope("export", _RECORDED, "--as", "chrome", "--process", number))

    def test_without_a_trace_it_says_what_to_do(self):
        code, sentence = self.refused(_RECORDED.replace("schema_4", "schema_2"), "--as", "chrome")
        self.assertEqual(code, 1)
        self.assertIn("record it again without --no-trace", sentence)

    def test_kernels_are_those_of_the_traces_that_are_meant(self):
        every = list(csv.DictReader(io.StringIO(fusescope("export", _RECORDED, "--as", "csv", "--part", "kernels"))))
        variants = [trace["variant"] for trace in shown(_RECORDED, "kernels") if trace["kernels"]]
        self.assertGreater(len(set(variants)), 1)
        for variant in variants:
            text = fusescope("export", _RECORDED, "--as", "csv", "--part", "kernels", "--variant", variant)
            rows = list(csv.DictReader(io.StringIO(text)))
            self.assertTrue(rows)
            self.assertEqual(rows, [row for row in every if row["variant"] == variant])
        code, sentence = self.refused(_RECORDED, "--as", "csv", "--part", "kernels", "--case", "nobody")
        self.assertEqual(code, 2)
        self.assertIn("no trace is so", sentence)

    def test_a_choice_that_would_mean_nothing_is_refused(self):
        for words in (("csv",), ("csv", "--part", "compare"), ("csv", "--part", "calls"), ("json",),
                      ("json", "--part", "kernels"), ("report",)):  # fmt: skip
            for choice in (("--variant", "eager"), ("--case", "x"), ("--process", "0")):
                code, sentence = self.refused(_RECORDED, "--as", *words, *choice)
                self.assertEqual(code, 2)
                self.assertIn("leave them out, or use --as chrome", sentence)
        for words in (("chrome", "--variant", "eager", "--part", "kernels"), ("report", "--part", "compare")):
            code, sentence = self.refused(_RECORDED, "--as", *words)
            self.assertEqual(code, 2)
            self.assertIn("takes no --part", sentence)
        code, sentence = self.refused(_RECORDED, "--as", "json", "--template", "full")
        self.assertEqual((code, "takes no --template" in sentence), (2, True))

    def test_a_full_stdout_is_told(self):
        for words in (("csv", "--part", "trace"), ("chrome", "--variant", "eager"), ("csv",), ("json",)):
            with self.subTest(words=words), open("/dev/full", "wb") as full:
                program = [os.environ["FUSESCOPE"], "export", _RECORDED, "--as", *words]
                answer = subprocess.run(program, stdout=full, stderr=subprocess.PIPE, timeout=300)
                self.assertEqual(answer.returncode, 1)
                lines = answer.stderr.decode().strip().splitlines()
                self.assertRegex(lines[-1], "^fusescope: cannot write to stdout: .*; write to a file with -o$")

    def test_a_database_is_not_overwritten(self):
        with tempfile.TemporaryDirectory() as folder:
            target = pathlib.Path(folder, "it.fscope")
            target.write_bytes(pathlib.Path(_RECORDED).read_bytes())
            code, sentence = self.refused(_RECORDED, "--as", "chrome", "--variant", "eager", "-o", target)
            self.assertIn("is a database and is not overwritten", sentence)
            self.assertEqual(target.read_bytes(), pathlib.Path(_RECORDED).read_bytes())
            self.assertEqual(os.listdir(folder), ["it.fscope"])


class Csv(unittest.TestCase):
    NAMES = ['void f<int, 4>(char*, "x")', "two\nlines\r\n, and a comma", "=1+1", "@x", "plain", "tab\tand \\ and é"]

    def rows(self, *arguments):
        text = run("export", *arguments, "--as", "csv").stdout.decode()
        rows = list(csv.DictReader(io.StringIO(text, newline="")))
        for row in rows:
            self.assertNotIn(None, row, "more cells than the heading has")
            self.assertNotIn(None, row.values(), "fewer cells than the heading has")
        return rows

    def imported(self, folder, variant):
        events = [
            {"ph": "X", "cat": "kernel", "name": name, "pid": 0, "tid": 7, "ts": 10 * i, "dur": 1 + i,
             "args": {"device": 0, "stream": 7, "correlation": i + 1}} for i, name in enumerate(self.NAMES)
        ]  # fmt: skip
        events.append({"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy HtoD (Pageable -> Device)", "pid": 0, "tid": 7,
                       "ts": 99.5, "dur": 0.25, "args": {"device": 0, "stream": 7, "bytes": 12345678901}})  # fmt: skip
        events += [{"ph": "X", "cat": "user_annotation", "name": f"ProfilerStep#{i}", "pid": 1, "tid": 1, "ts": 100 * i,
                    "dur": 99} for i in range(2)]  # fmt: skip
        trace = pathlib.Path(folder, "trace.json")
        trace.write_text(json.dumps({"traceEvents": events}), encoding="utf-8")
        file = pathlib.Path(folder, "it.fscope")
        fusescope("import", "--variant", f"{variant}={trace}", "-o", file)
        return file

    def test_names_are_data(self):
        with tempfile.TemporaryDirectory() as folder:
            variant = 'a, "b"'
            file = self.imported(folder, variant)
            [trace] = shown(file, "kernels")
            rows = self.rows(file, "--part", "kernels")
            self.assertEqual([row["name"] for row in rows], [kernel["name"] for kernel in trace["kernels"]])
            self.assertEqual(sorted(row["name"] for row in rows), sorted(self.NAMES))
            for row, kernel in zip(rows, trace["kernels"], strict=True):
                self.assertEqual((row["variant"], row["calls"]), (variant, "2"))
                for key in ("class", "count", "total_ns", "mean_ns", "min_ns", "max_ns", "per_call_ns"):
                    self.assertEqual(row[key], str(kernel[key]), key)
                self.assertEqual(row["launch_delay_ns"], "", "not known")
            for part in ("compare", "calls"):
                self.assertEqual({row["variant"] for row in self.rows(file, "--part", part)}, {variant})

    def test_a_row_for_each_thing_on_the_device(self):
        with tempfile.TemporaryDirectory() as folder:
            rows = self.rows(self.imported(folder, "it"), "--part", "trace")
        self.assertEqual([row["name"] for row in rows if row["kind"] == "kernel"], self.NAMES)
        self.assertEqual([int(row["start_ns"]) for row in rows][:3], [0, 10000, 20000])
        self.assertEqual([int(row["duration_ns"]) for row in rows if row["kind"] == "kernel"][:2], [1000, 2000])
        copy = rows[-1]
        self.assertEqual((copy["kind"], copy["name"], copy["bytes"]), ("memcpy", "host to device", "12345678901"))
        self.assertEqual((copy["start_ns"], copy["duration_ns"], copy["correlation"]), ("99500", "250", ""))

    def test_sums_are_those_of_show(self):
        rows = self.rows(_RECORDED, "--part", "trace")
        for trace in shown(_RECORDED, "trace"):
            for kind, figure in (("kernel", "kernels"), ("memcpy", "memcpys")):
                durations = [
                    int(row["duration_ns"]) for row in rows if (row["variant"], row["kind"]) == (trace["variant"], kind)
                ]
                self.assertEqual((len(durations), sum(durations)), (trace[figure]["count"], trace[figure]["sum_ns"]))


if __name__ == "__main__":
    unittest.main()
