# SPDX-License-Identifier: Apache-2.0
"""Wall and CPU time of the phases of a process."""

import contextlib

from fusescope_worker import process_tree
from fusescope_worker.pristine import time


COLD_KINDS = ("cold", "cold_kept")  # of process: their phases are figures


class Phases:
    def __init__(self):
        self._times = {}

    @contextlib.contextmanager
    def measure(self, name):
        """A phase in several pieces (torch's import and the user's) adds up."""
        cpu, wall = process_tree.cpu_time_ns(), time.perf_counter_ns()
        try:
            yield
        finally:
            wall = time.perf_counter_ns() - wall
            cpu = process_tree.cpu_time_ns() - cpu
            times = self._times.setdefault(name, [0, 0])
            times[0] += wall
            times[1] += max(cpu, 0)

    def as_json(self):
        return [{"phase": name, "wall_ns": wall, "cpu_ns": cpu} for name, (wall, cpu) in self._times.items()]
