# SPDX-License-Identifier: Apache-2.0
"""What a trace process tells of eager calls before anybody compiles: work, trial, roofs."""

import unittest

from worker_process import EAGER, WORKLOADS, Worker, built_agents, line_of, workload

_AGENTS = built_agents()


def asked(spec, *commands, agent=None):
    """The answer to each command about case 0, and all events."""
    with Worker() as worker:
        worker.setup(spec, EAGER, kind="trace", agent=agent)
        answers, events = [], []
        for name in commands:
            answers.append(worker.done(name, case=0))
            events += worker.events
        return answers, events


class Work(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        (cls.answer,), _ = asked("builtin:mlp", "work")

    def test_a_product_reads_its_matrices_and_computes_twice_their_elements(self):
        first = next(row for row in self.answer["operators"] if row["library"])
        self.assertEqual((first["name"], first["dtype"]), ("aten::addmm", "float32"))
        _, left, right = [[int(size) for size in shape.split("×")] for shape in first["shapes"].split(", ")]
        self.assertEqual(first["flops"], 2 * left[0] * left[1] * right[1] * first["count"])
        self.assertGreater(first["bytes"], 4 * left[1] * right[1])

    def test_what_a_call_reads_of_parameters_counts_once(self):
        moved = sum(row["bytes"] for row in self.answer["operators"])
        self.assertLess(self.answer["source_bytes"], moved)
        self.assertGreater(self.answer["result_bytes"], 0)
        fusible = sum(row["bytes"] for row in self.answer["operators"] if not row["library"])
        self.assertLessEqual(self.answer["crossing_bytes"], fusible, "fusing adds no traffic")

    def test_views_are_no_work(self):
        names = {row["name"] for row in self.answer["operators"]}
        self.assertFalse(names & {"aten::view", "aten::t", "aten::empty"}, names)


class Trial(unittest.TestCase):
    def test_it_finds_a_break_with_its_line_and_tells_nothing_else(self):
        (answer,), events = asked(workload("breaks.py", "item"), "trial")
        self.assertEqual((answer["outcome"], answer["graphs"]), ("done", 2))
        (found,) = answer["breaks"]
        place = (found["file"], found["line"], found["id"])
        self.assertEqual(place, (str(WORKLOADS / "breaks.py"), line_of("breaks.py", "item"), "gb0124"))
        told = {event["event"] for event in events}
        self.assertFalse(told & {"graph_break", "compile", "recompile"}, told)
        self.assertIn("source", told)

    def test_a_model_without_a_break_is_one_graph(self):
        (answer, again), _ = asked("builtin:mlp", "trial", "trial")
        self.assertEqual((answer["graphs"], answer["breaks"]), (1, []))
        self.assertEqual(again["graphs"], 1, "a second case begins anew")

    def test_what_cannot_be_compiled_is_said_and_ends_nothing(self):
        with Worker() as worker:
            worker.setup(workload("breaks.py", "item"), EAGER, kind="trace", agent=None, parts=[{"target": "nothing.*"}])
            answer = worker.done("trial", case=0)
            self.assertEqual(answer["outcome"], "failed")
            self.assertIn("nothing.*", answer["reason"])
            self.assertEqual(worker.ask("end"), {"done": "end"})


class Roofs(unittest.TestCase):
    def test_without_an_agent_they_are_missing_with_the_reason(self):
        (answer,), _ = asked("builtin:mlp", "roofs")
        self.assertEqual(answer["roofs"], [])
        self.assertIn("agent", answer["reason"])

    @unittest.skipUnless(_AGENTS, "no agent was built")
    def test_the_agent_measures_copies_and_products(self):
        (answer,), _ = asked("builtin:mlp", "roofs", agent=str(_AGENTS[0]))
        kinds = {row["kind"]: row for row in answer["roofs"]}
        self.assertLessEqual({"memory_copy", "cache_copy", "matmul_float32"}, set(kinds))
        self.assertTrue(all(row.get("per_second", 1) > 0 for row in kinds.values()))


if __name__ == "__main__":
    unittest.main()
