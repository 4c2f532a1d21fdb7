# SPDX-License-Identifier: Apache-2.0
"""The measured loop over a script's own calls: each is granted, and made where the script makes it."""

from fusescope_worker.errors import WorkerError
from fusescope_worker.pristine import time
from fusescope_worker.script.gate import Sums
from fusescope_worker.script.handover import AFTER, ENTRY


class ScriptLoop:
    """As measure.PythonLoop; `call` and `reset` are the lane's own."""

    def __init__(self, lane):
        self._lane = lane

    def measure(self, _call, _reset, samples, first, n):
        if n > 0:
            self._lane.make(n, samples, first)

    def measure_pipelined(self, _call, _n):
        raise WorkerError("other", "Calls of a script are measured one by one: what it does between them is its own.")

    def times(self):
        return CallTimes(self._lane.gate)


class CallTimes:
    """As measure.BlockTimes, of the calls of a block alone."""

    def __init__(self, gate):
        self._gate = gate

    def __enter__(self):
        self.start_utc_ns = time.time_ns()
        self._gate.sums = Sums()
        return self

    def __exit__(self, *_):
        sums, self._gate.sums = self._gate.sums, None
        self.wall_ns, self.cpu_ns, self.pressure_us = sums.wall_ns, sums.cpu_ns, sums.pressure_us
        self.start_utc_ns = sums.start_utc_ns or self.start_utc_ns


class ScriptCall:
    """The script's next call."""

    def __init__(self, lane, is_step=False):
        self._lane = lane
        self._is_step = is_step  # begins in one function and ends in another

    def __call__(self):
        self._lane.make(1)
        return self._lane.gate.result

    def timed(self):
        """When it began and ended (UTC)."""
        self._lane.make(1)
        return self._lane.gate.window

    def within(self, watch):
        """What `watch` tells of a call that it makes, where a call is one function's."""
        if self._is_step:
            return watch(self)
        gate = self._lane.gate
        self._lane.advance()
        gate.watch, gate.told = watch, None
        try:
            self._lane.make(1)
        finally:
            gate.watch = None
        return gate.told

    def around(self, begin, end):
        """`begin` and `end` on the thread that makes the call."""
        lane = self._lane
        lane.advance()
        lane.handover.run(begin)
        try:
            lane.gate.keep = True
            return self()
        finally:
            lane.gate.keep, lane.gate.result = False, None
            lane.handover.run(end)


class Granting:
    """What the thread of the commands asks of the script."""

    def __init__(self, handover, gate, program, chosen):
        self.handover, self.gate = handover, gate
        self._program, self._chosen = program, chosen

    def advance(self):
        """The script goes on to its next call, and stands before it."""
        if self.handover.place != ENTRY:
            self.gate.grant(0)
            self._go(ENTRY)

    def make(self, calls, samples=None, first=0):
        self.gate.grant(calls, samples, first)
        self._go(AFTER)

    def _go(self, wanted):
        if self._program.ended or self.handover.go() != wanted:
            raise self._program.failure() or self._ended_early()

    def _ended_early(self):
        made, how = self.gate.made, self._program.how_it_ended()
        if made == 0:
            return WorkerError("call_not_made", f"The script {how} without a call of {self._chosen}{self._unseen()}.")
        calls = "1 call" if made == 1 else f"{made} calls"
        return WorkerError(
            "script_ended", f"The script {how} after {calls} of {self._chosen}, and more are needed to measure it."
        )

    def _unseen(self):
        foreign = self.gate.foreign
        return f" in its main thread; it calls it in {foreign}, which cannot be held in step" if foreign else ""
