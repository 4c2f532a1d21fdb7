# SPDX-License-Identifier: Apache-2.0
"""Requests as they come: who is served when, and what stands in the mapped file."""

import importlib.util
import sys
import tempfile
import threading
import time
import unittest
from array import array
from types import SimpleNamespace

import torch
from worker_process import MAIN

_FOLDER = MAIN.parent / "fusescope_worker"
_SPEC = importlib.util.spec_from_file_location(
    "fusescope_worker", _FOLDER / "__init__.py", submodule_search_locations=[str(_FOLDER)]
)
sys.modules["fusescope_worker"] = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(sys.modules["fusescope_worker"])

from fusescope_worker import errors, load  # noqa: E402

MS = 1_000_000


class Session:
    device = torch.device("cpu")
    context = SimpleNamespace(grad_mode=torch.no_grad)

    def __init__(self, call, reset=None):
        self._call, self._reset, self.compiles = call, reset, 0

    def call_of(self, _case):
        return self._call

    def reset_of(self, _case):
        return self._reset

    def compile_count(self):
        return self.compiles


class LoadTest(unittest.TestCase):
    def serve(self, session, planned, threads=1, drain_ms=1000):
        """The columns start, end, collected and compiled, and when it began (UTC)."""
        n = len(planned)
        with tempfile.NamedTemporaryFile() as file:
            file.write(array("q", [0, *planned, *[-1] * (2 * n), *[0] * (2 * n)]).tobytes())
            file.flush()
            command = {
                "case": 0,
                "requests": n,
                "concurrency": threads,
                "path": file.name,
                "drain_ns": drain_ms * MS,
            }
            try:
                self.answer = load.serve(session, command)
            finally:
                values = array("q")
                file.seek(0)
                values.frombytes(file.read())
                self.columns = columns = [list(values[1 + i * n : 1 + (i + 1) * n]) for i in range(5)]
        self.assertEqual(columns[0], planned)
        return (*columns[1:], values[0])

    def test_no_request_begins_before_its_moment_or_before_the_one_ahead_ended(self):
        planned = [i * 5 * MS for i in range(20)]
        start, end, _, _, began = self.serve(Session(lambda: time.sleep(0.008)), planned)
        self.assertAlmostEqual(began / 1e9, time.time(), delta=30)
        for i in range(20):
            self.assertGreaterEqual(start[i], planned[i])
            self.assertGreaterEqual(end[i] - start[i], 8 * MS)
            if i:
                self.assertGreaterEqual(start[i], end[i - 1])
        self.assertGreater(start[19] - planned[19], 50 * MS, "8 ms of work each 5 ms pile up")
        self.assertEqual(self.answer["case"], 0)

    def test_several_threads_serve_at_once(self):
        together = threading.Barrier(3, timeout=20)
        start, end, *_ = self.serve(Session(together.wait), [0] * 6, threads=3)
        self.assertNotIn(-1, end)
        self.assertLess(max(start[:3]), min(end[:3]))

    def test_what_still_waits_at_the_end_is_given_up(self):
        start, end, *_ = self.serve(Session(lambda: time.sleep(0.05)), [0] * 20, drain_ms=200)
        served = sum(time >= 0 for time in end)
        self.assertTrue(1 <= served < 20)
        self.assertEqual(start[served:], [-1] * (20 - served))

    def test_says_in_which_requests_torch_compiled(self):
        session = Session(None)
        calls = iter(range(5))

        def call():
            session.compiles += next(calls) == 2

        session._call = call
        _, _, _, compiled, _ = self.serve(session, [0] * 5)
        self.assertEqual(compiled, [0, 0, 1, 0, 0])

    def test_keeps_what_was_served_before_a_call_failed(self):
        calls = iter(range(9))
        for threads in (1, 2):
            with self.subTest(threads=threads):
                with self.assertRaises(ZeroDivisionError):
                    self.serve(Session(lambda: 1 / (next(calls) % 4 - 3)), [0] * 8, threads)
                self.assertGreaterEqual(sum(end >= 0 for end in self.columns[2]), 3)
                self.assertIn(-1, self.columns[2])

    def test_refuses_calls_at_once_that_need_a_reset(self):
        with self.assertRaises(errors.WorkerError):
            self.serve(Session(lambda: None, reset=lambda: None), [0], threads=2)
        self.serve(Session(lambda: None, reset=lambda: None), [0])


if __name__ == "__main__":
    unittest.main()
