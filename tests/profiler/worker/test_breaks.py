# SPDX-License-Identifier: Apache-2.0
"""Graph breaks, recompiles and silent eager runs are named with the user's place and the guard."""

import pathlib
import tempfile
import unittest

from worker_process import WORKLOADS, Worker, compiled, line_of, workload


def places(events):
    """Distinct breaks, as the key of a break has them."""
    breaks = [event for event in events if event["event"] == "graph_break"]
    return {(event["file"], event["line"], event["id"]) for event in breaks}


class GraphBreaks(unittest.TestCase):
    FILE = str(WORKLOADS / "breaks.py")

    def break_events(self, name):
        with Worker() as worker:
            worker.setup(workload("breaks.py", name), compiled())
            worker.warm_up(calls=3)
            events = worker.events
            worker.warm_up(calls=2)
            self.assertEqual(worker.events_of("graph_break"), [], "a steady call logs nothing anew")
            proof = worker.done("prove", case=0)
            return events, proof

    def test_a_straight_break_is_named_once_at_its_line(self):
        events, proof = self.break_events("straight")
        self.assertEqual(
            places(events),
            {
                (self.FILE, line_of("breaks.py", "straight"), "gb0059"),
                (self.FILE, line_of("breaks.py", "explicit"), "gb0025"),
            },
        )
        first = next(event for event in events if event["event"] == "graph_break")
        self.assertEqual(first["reason"], "Failed to trace builtin operator")
        self.assertIn("print", first["explanation"])
        self.assertEqual((first["function"], first["compile_id"], first["case"]), ("forward", "0/0", 0))
        self.assertEqual(proof["regions"], {"0/0": 1, "1/0": 1, "2/0": 1})

    def test_an_item_call_is_named_once_at_its_line(self):
        events, proof = self.break_events("item")
        self.assertEqual(places(events), {(self.FILE, line_of("breaks.py", "item"), "gb0124")})
        self.assertEqual(sum(proof["regions"].values()), 2)

    def test_a_break_in_a_loop_is_one_place_with_two_records(self):
        events, proof = self.break_events("loop")
        self.assertEqual(places(events), {(self.FILE, line_of("breaks.py", "loop"), "gb0059")})
        records = [event for event in events if event["event"] == "graph_break"]
        self.assertEqual(len(records), 2)
        self.assertEqual({record["function"] for record in records}, {"shared"})
        skipped = [event for event in events if event["event"] == "compile" and event["fail_type"]]
        self.assertEqual([event["function"] for event in skipped], ["forward"])
        self.assertNotIn(skipped[0]["compile_id"], proof["regions"], "the skipped frame runs no region")

    def test_the_source_of_a_break_is_told_once_as_it_stands(self):
        events, _ = self.break_events("loop")
        (source,) = [event for event in events if event["event"] == "source"]
        line = line_of("breaks.py", "loop")
        self.assertEqual((source["file"], source["line"]), (self.FILE, line))
        lines = source["text"].split("\n")
        self.assertIn("# break: loop", lines[line - source["first_line"]])
        self.assertLessEqual(len(lines), 49)
        own = [frame for frame in source["frames"] if not frame["library"]]
        self.assertEqual(own[-1]["function"], "shared")
        self.assertIn("shared(x)", own[-2]["text"])

    def test_a_clean_model_breaks_nowhere_and_runs_one_region(self):
        events, proof = self.break_events("clean")
        self.assertEqual(places(events), set())
        self.assertEqual((proof["regions"], proof["lookups"], proof["observed"]), ({"0/0": 1}, 1, True))


class Recompiles(unittest.TestCase):
    def test_each_shape_of_a_static_variant_recompiles_with_its_guard(self):
        with Worker() as worker:
            setup = worker.setup(workload("breaks.py", "many_shapes"), compiled(dynamic=False))
            self.assertEqual([case["name"] for case in setup["cases"]], [f"{n}x2" for n in range(2, 7)])
            worker.warm_up(case=0, calls=2)
            self.assertEqual(worker.events_of("recompile"), [])
            answer = worker.warm_up(case=1, calls=2)
            self.assertEqual((answer["compiled"], answer["compile_count"]), ([0], 2))
            (recompile,) = worker.events_of("recompile")
            self.assertEqual(recompile["guard"], "tensor 'x' size mismatch at index 0. expected 2, actual 3")
            self.assertEqual((recompile["compile_id"], recompile["case"]), ("0/1", 1))
            self.assertEqual((recompile["function"], recompile["file"]), ("forward", str(WORKLOADS / "breaks.py")))
            self.assertGreater(recompile["duration_ns"], 0)

    def test_past_the_limit_the_eager_case_is_named_and_shows_no_region(self):
        with Worker() as worker:
            setup = worker.setup(workload("breaks.py", "past_the_limit"), compiled(dynamic=False))
            cases = len(setup["cases"])
            for case in range(cases):
                worker.warm_up(case=case, calls=2)
            (notice,) = worker.events_of("notice")
            self.assertEqual((notice["rule"], notice["case"]), ("recompile_limit", cases - 1))
            self.assertIn("size mismatch at index 0", notice["sentence"])
            self.assertEqual(worker.events_of("recompile"), [], "what was refused was not compiled")
            (refused,) = worker.events_of("compile")
            self.assertIn("recompile", refused["fail_reason"].lower())
            proof = worker.done("prove", case=cases - 1)
            self.assertEqual(proof["regions"], {})
            self.assertEqual(worker.done("prove", case=0)["regions"], {"0/0": 1})

    def test_the_share_of_a_functions_calls_that_run_eager_past_the_limit_is_told(self):
        with Worker() as worker:
            worker.setup(workload("breaks.py", "many_blocks"), compiled())
            worker.warm_up(calls=3)
            (notice,) = worker.events_of("notice")
            self.assertEqual((notice["rule"], notice["case"]), ("recompile_limit", 0))
            line = line_of("breaks.py", "numbered")
            self.assertIn(f"forward (workloads/breaks.py:{line}) reached the recompile limit of 8", notice["sentence"])
            self.assertIn("4 of its 12 calls in a call of this case run eager", notice["sentence"])
            self.assertIn("self.number == 6, then self.number == 7", notice["sentence"])
            worker.warm_up(calls=2)
            self.assertEqual(worker.events_of("notice"), [], "once for a case")
            proof = worker.done("prove", case=0)
            self.assertEqual(sum(proof["regions"].values()), 8, "the truth: the other four ran no region")

    def test_a_function_within_the_limit_is_no_notice(self):
        with Worker() as worker:
            worker.setup(workload("breaks.py", "few_blocks"), compiled())
            worker.warm_up(calls=3)
            self.assertEqual(worker.events_of("notice"), [])


class DispatchModes(unittest.TestCase):
    def test_the_mode_under_which_nothing_is_compiled_is_named_once(self):
        with Worker() as worker:
            worker.setup(workload("breaks.py", "under_a_mode"), {**compiled(), "parts": [{"target": "inner"}]})
            worker.warm_up(calls=3)
            (notice,) = worker.events_of("notice")
            self.assertEqual((notice["rule"], notice["case"]), ("dispatch_mode", 0))
            line = line_of("breaks.py", "mode")
            self.assertEqual(
                notice["sentence"],
                f"forward (workloads/breaks.py:{line}) is called under the dispatch mode FlopCounterMode: torch.compile "
                "compiles nothing while one is on.",
            )
            self.assertEqual(worker.done("prove", case=0)["regions"], {})

    def test_what_torch_traces_is_no_mode(self):
        with Worker() as worker:
            worker.setup(workload("breaks.py", "clean"), compiled())
            worker.warm_up(calls=3)
            self.assertEqual(worker.events_of("notice"), [])


class LibraryBreaks(unittest.TestCase):
    def test_a_break_in_a_library_is_at_the_librarys_line_and_the_stack_has_the_callers(self):
        with tempfile.TemporaryDirectory() as folder:
            packages = pathlib.Path(folder) / "site-packages"
            packages.mkdir()
            library = packages / "fusescope_breaking_library.py"
            library.write_text(
                "def double(x):\n    x = x * 2\n    print('doubled')\n    x = x + 1\n    print('and more')\n    return x\n"
            )
            with Worker({"PYTHONPATH": str(packages)}) as worker:
                worker.setup(workload("breaks.py", "in_a_library"), compiled())
                worker.warm_up(calls=2)
                self.assertEqual(
                    {(file, line) for file, line, _ in places(worker.events)},
                    {(str(library), 3), (str(library), 5)},
                )
                source = next(event for event in worker.events if event["event"] == "source")
                own = [frame for frame in source["frames"] if not frame["library"]]
                self.assertEqual(own[-1]["line"], line_of("breaks.py", "library"))


if __name__ == "__main__":
    unittest.main()
