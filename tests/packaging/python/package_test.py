# SPDX-License-Identifier: Apache-2.0
"""The Python package against a made-up program, which answers what the real one does; no torch is needed."""

import io
import json
import os
import pathlib
import stat
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "packaging/python"))

import fusescope  # noqa: E402
from fusescope import magic, program, recording, workload  # noqa: E402

COMPARED = {
    "recommended": {"sentence": "Use <default>."},
    "cases": [
        {
            "name": "s1",
            "variants": [
                {
                    "name": "eager",
                    "verdict": "baseline",
                    "speedup": None,
                    "latency_ns": {"p50": 1_595_044},
                    "compile_ns": None,
                },
                {
                    "name": "default",
                    "verdict": "no_difference",
                    "speedup": {"estimate": 1.5, "low": 1.25, "high": 2.0},
                    "latency_ns": {"p50": 912_218},
                    "compile_ns": {"cold": 12_743_599_926, "warm": None},
                },
            ],
        }
    ],
}
EVENTS = [
    {"event": "process_started", "process": "cold", "variant": "eager", "text": "", "stage": None, "done_ratio": 0.1},
    {"event": "recorded", "file": "/tmp/a.fscope", "comparison": 3, "status": "complete", "exit_code": 0},
]

PROGRAM = """#!{python}
import json, os, sys
folder = {folder!r}
with open(os.path.join(folder, "calls"), "a") as calls:
    json.dump({{"words": sys.argv[1:], "python": os.environ.get("FUSESCOPE_PYTHON"),
               "path": os.environ.get("PYTHONPATH")}}, calls)
    calls.write("\\n")
with open(os.path.join(folder, sys.argv[1])) as told:
    print(told.read(), end="")
print("a warning\\nfusescope: it says why", file=sys.stderr)
sys.exit(int(os.environ.get("ENDS_WITH", "0")))
"""


class WithProgram(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        path = self.folder / "program"
        path.write_text(PROGRAM.format(python=sys.executable, folder=str(self.folder)))
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        self.tell("compare", json.dumps(COMPARED))
        self.tell("show", json.dumps({"findings": [{"rule": "graph_break"}]}))
        self.tell("record", "".join(json.dumps(event) + "\n" for event in EVENTS))
        set_here = {
            "FUSESCOPE_PROGRAM": str(path),
            "XDG_CACHE_HOME": str(self.folder / "cache"),
            "XDG_DATA_HOME": str(self.folder / "data"),
        }
        self.enterContext(mock.patch.dict(os.environ, set_here))
        os.environ.pop("FUSESCOPE_PYTHON", None)

    def tell(self, command, text):
        (self.folder / command).write_text(text)

    def calls(self):
        return [json.loads(line) for line in (self.folder / "calls").read_text().splitlines()]

    def record(self, *args, **options):
        return fusescope.record(*args, progress=False, **options)


class Record(WithProgram):
    def test_gives_the_words_of_the_command_line(self):
        made = self.record("m.py:make", variants=["eager", "a=mode:default"], effort="quick", no_trace=True, case=["a:x", "b:y"])
        self.assertEqual(
            self.calls()[0]["words"],
            "record --model m.py:make --variant eager --variant a=mode:default --effort quick --no-trace --case a:x "
            "--case b:y --json".split(),
        )
        self.assertEqual((made.file, made.comparison), ("/tmp/a.fscope", 3))

    def test_runs_workers_in_this_interpreter_unless_one_was_chosen(self):
        self.record("m.py:make")
        with mock.patch.dict(os.environ, {"FUSESCOPE_PYTHON": "/other/python"}):
            self.record("m.py:make")
        self.assertEqual([call["python"] for call in self.calls()], [sys.executable, "/other/python"])

    def test_says_the_programs_sentence_when_it_refuses(self):
        with mock.patch.dict(os.environ, {"ENDS_WITH": "2"}):
            with self.assertRaisesRegex(fusescope.FusescopeError, "^it says why$"):
                self.record("m.py:make")

    def test_keeps_what_is_there_when_some_variants_failed(self):
        with mock.patch.dict(os.environ, {"ENDS_WITH": "4"}):
            self.assertEqual(self.record("m.py:make").place, "/tmp/a.fscope@3")

    def test_refuses_to_record_within_a_worker(self):
        with mock.patch.dict(sys.modules, {"fusescope_worker": mock.Mock()}):
            with self.assertRaisesRegex(fusescope.FusescopeError, "__main__"):
                self.record("m.py:make")

    def test_shows_the_step_on_one_line(self):
        stream = io.StringIO()
        with recording.ProgressLine(stream=stream) as line:
            line.show(EVENTS[0])
        self.assertTrue(stream.getvalue().startswith("\r 10 %  cold · eager"))
        self.assertTrue(stream.getvalue().endswith(" \r"))


class RecordingObject(WithProgram):
    def setUp(self):
        super().setUp()
        self.recording = fusescope.Recording("a.fscope", 3)

    def test_reads_its_verdicts_as_json_once(self):
        self.assertEqual(self.recording.verdict, "Use <default>.")
        self.assertEqual(
            self.recording.verdicts, {("s1", "eager"): "baseline", ("s1", "default"): "no_difference"}
        )
        self.assertEqual([call["words"] for call in self.calls()], [["compare", "a.fscope@3", "--json"]])

    def test_has_findings(self):
        self.assertEqual(self.recording.findings, [{"rule": "graph_break"}])

    def test_leaves_what_was_not_measured_empty(self):
        eager, default = self.recording.rows()
        self.assertIsNone(eager["speedup"])
        self.assertIsNone(eager["compile_ns"])
        self.assertEqual((default["speedup_low"], default["compile_ns"]), (1.25, 12_743_599_926))

    def test_is_a_table_in_a_notebook_whose_names_are_text(self):
        page = self.recording._repr_html_()
        self.assertIn("<p>Use &lt;default&gt;.</p>", page)
        self.assertIn("<td>default</td><td>912.2 µs</td><td>1.50×</td><td>1.25–2.00</td><td>12.74 s</td>", page)
        self.assertIn("<td>eager</td><td>1.595 ms</td><td>–</td>", page)

    def test_says_what_to_do_without_pandas(self):
        with mock.patch.dict(sys.modules, {"pandas": None}):
            with self.assertRaisesRegex(fusescope.FusescopeError, "pip install pandas"):
                self.recording.to_dataframe()

    def test_hands_rows_to_pandas(self):
        pandas = mock.Mock()
        with mock.patch.dict(sys.modules, {"pandas": pandas}):
            self.recording.to_dataframe()
        pandas.DataFrame.assert_called_once_with(self.recording.rows(), columns=list(recording.ROW_KEYS))


class Functions(unittest.TestCase):
    def test_of_a_module_are_named_by_it(self):
        self.assertEqual(
            workload.place_of(json.dumps), {"module": "json", "file": None, "qualname": "dumps"}
        )

    def test_of_a_script_are_named_by_its_file(self):
        function = made_in("__main__", "step")
        with mock.patch.object(sys.modules["__main__"], "__file__", "/x/train.py", create=True):
            self.assertEqual(
                workload.place_of(function), {"module": None, "file": "/x/train.py", "qualname": "step"}
            )

    def test_of_a_notebook_are_refused_with_a_way_out(self):
        function = made_in("__main__", "step")
        with mock.patch.object(sys.modules["__main__"], "__file__", None, create=True):
            with self.assertRaisesRegex(fusescope.FusescopeError, "%%fusescope"):
                workload.place_of(function)

    def test_that_only_this_process_has_are_refused(self):
        with self.assertRaisesRegex(fusescope.FusescopeError, "top level of a file"):
            workload.place_of(lambda x: x)

    def test_are_what_is_recorded_and_no_other_object(self):
        with self.assertRaisesRegex(fusescope.FusescopeError, "a int cannot be recorded"):
            workload.place_of(3)

    def test_take_arguments_and_a_spec_does_not(self):
        with self.assertRaisesRegex(fusescope.FusescopeError, "brings its own inputs"):
            workload.spec_of("m.py:make", (1,))


def made_in(module, name):
    def function():
        pass

    function.__module__, function.__qualname__ = module, name
    return function


class Entry(WithProgram):
    def run_module(self, *words):
        package = pathlib.Path(fusescope.__file__).parents[1]
        return subprocess.run(
            [sys.executable, "-m", "fusescope", *words],
            env={**os.environ, "PYTHONPATH": str(package)},
            capture_output=True,
            text=True,
        )

    def test_becomes_the_program(self):
        ended = self.run_module("compare", "a.fscope")
        self.assertEqual(json.loads(ended.stdout), COMPARED)
        self.assertEqual(self.calls()[0]["words"], ["compare", "a.fscope"])

    def test_runs_a_script(self):
        self.run_module("run", "--effort", "quick", "train.py", "--epochs", "3")
        self.assertEqual(
            self.calls()[0]["words"], "record --effort quick --script train.py -- --epochs 3".split()
        )

    def test_runs_a_module(self):
        self.assertEqual(
            program.script_words(["-m", "pack.train", "x.py"]),
            ["record", "--script-module", "pack.train", "--", "x.py"],
        )
        self.run_module("run", "--effort", "quick", "-m", "pack.train", "-m", "--epochs", "3")
        self.assertEqual(
            self.calls()[0]["words"], "record --effort quick --script-module pack.train -- -m --epochs 3".split()
        )

    def test_leaves_torchrun_to_the_program_which_says_what_works_instead(self):
        self.assertEqual(
            program.script_words(["torchrun", "--nproc-per-node", "2", "train.py"]),
            ["record", "--script", "torchrun", "--", "--nproc-per-node", "2", "train.py"],
        )

    def test_says_so_where_no_script_is_named(self):
        ended = self.run_module("run", "--effort", "quick")
        self.assertEqual(ended.returncode, 1)
        self.assertIn("fusescope: run needs a script", ended.stderr)

    def test_says_so_where_the_program_is_missing(self):
        with mock.patch.dict(os.environ, {"FUSESCOPE_PROGRAM": "/no/program"}):
            ended = self.run_module("doctor")
        self.assertIn("fusescope: there is no program /no/program", ended.stderr)


class Magic(WithProgram):
    def setUp(self):
        super().setUp()
        self.shell = mock.Mock()
        fusescope.load_ipython_extension(self.shell)
        (self.magic,) = self.shell.register_magic_function.call_args.args

    def test_is_for_lines_and_cells(self):
        self.assertEqual(
            self.shell.register_magic_function.call_args.kwargs,
            {"magic_kind": "line_cell", "magic_name": "fusescope"},
        )

    def test_records_a_cell_as_a_script_that_is_kept(self):
        with mock.patch.object(magic, "ProgressLine", lambda: recording.ProgressLine(enabled=False)):
            made = self.magic("--variant eager -- --epochs 2", "print(1)\n")
        self.assertEqual(made.place, "/tmp/a.fscope@3")
        words, path = self.calls()[0]["words"], self.calls()[0]["path"]
        script = pathlib.Path(words[4])
        self.assertEqual(words[:4], ["record", "--variant", "eager", "--script"])
        self.assertEqual(words[5:], ["--json", "--", "--epochs", "2"], "what stands behind -- is the cell's")
        self.assertEqual(script.read_text(), "print(1)\n")
        self.assertEqual(path.split(os.pathsep)[0], os.getcwd())

    def test_tells_that_a_script_has_no_lines_of_ipython(self):
        with mock.patch("sys.stderr", io.StringIO()) as told:
            self.assertIsNone(self.magic("", "%matplotlib inline\n"))
        self.assertIn("move it into a cell of its own", told.getvalue())

    def test_runs_a_line(self):
        with mock.patch("sys.stdout", io.StringIO()) as out, mock.patch("sys.stderr", io.StringIO()):
            self.magic("compare a.fscope")
        self.assertEqual(json.loads(out.getvalue()), COMPARED)


if __name__ == "__main__":
    unittest.main()
