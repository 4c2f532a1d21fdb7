# SPDX-License-Identifier: Apache-2.0
"""Stands before and behind the chosen call in the script's thread: times it, and parks the script in between.

A call begins where the script makes it. It ends when it returns; that of a training step ends when the
optimizer's step returns.
"""

import contextlib

from fusescope_worker import measure, process_tree
from fusescope_worker.pristine import time
from fusescope_worker.script.handover import AFTER, ENTRY

_LONGEST_LIST = 10_000


class Sums:
    """Of the calls alone: what the script does between them is not theirs."""

    def __init__(self):
        self.wall_ns = self.cpu_ns = 0
        self.pressure_us = 0
        self.start_utc_ns = None  # of the first call, where it began before it was asked for


class Gate:
    def __init__(self, handover):
        self._handover = handover
        self.finding = contextlib.nullcontext()  # one thread alone sees the chosen call first
        self.synchronize = lambda: None
        self.before = None  # is given the arguments of each call before it begins
        self.keep = False  # the result of the last call
        self.result = None
        self.function, self.args, self.kwargs = None, (), {}  # of the call before which the script stands
        self.open = False
        self.made = 0  # calls
        self.compile_count = lambda: 0  # of the whole process
        self.compiles = 0  # in calls
        self.watch = None  # is given a call that it makes, and what it tells of it
        self.told = None
        self.between_ns = []  # from a call's end to the next one's begin, the script at work
        self.window = (0, 0)
        self.sums = None  # while a block is timed
        self.foreign = ""  # why calls were let through that cannot be held: a thread, a process
        self._left, self._samples, self._index = 0, None, 0
        self._went_on = None  # when the script went on after a call

    # The thread of the commands

    def grant(self, calls, samples=None, first=0):
        self._left, self._samples, self._index = calls, samples, first

    # The script's thread

    def lets_through(self):
        """A call within the call, or one that this gate cannot hold."""
        if not self._handover.here():
            self.foreign = self.foreign or "a thread or a process of its own"
            return True
        return self.open

    def begin(self, function, args, kwargs):
        self._note_between()
        if self._left == 0:
            self.function, self.args, self.kwargs = function, args, kwargs
            self._handover.park(ENTRY)
            self.function, self.args, self.kwargs = None, (), {}
        self.open, self.result = True, None
        if self.before is not None:
            self.before(args, kwargs)
        self._compiled = self.compile_count()
        self.synchronize()
        if self.sums is not None:
            self._pressure, self._process = process_tree.cpu_pressure_us(), time.process_time_ns()
        self._switches = measure.switches()
        self._utc = time.time_ns()
        self._cpu = time.thread_time_ns()
        self._wall = time.perf_counter_ns()

    def make(self, function, args, kwargs):
        if self.watch is None:
            return function(*args, **kwargs)
        results = []
        self.told = self.watch(lambda: results.append(function(*args, **kwargs)))
        return results[0]

    def returned(self, result):
        """Of the module, in the middle of a training step, or at the end of a call."""
        if self.keep:
            self.result = result

    def end(self):
        self.synchronize()
        wall = time.perf_counter_ns() - self._wall
        cpu = time.thread_time_ns() - self._cpu
        self.window = (self._utc, self._utc + wall)
        self.open = False
        self.made += 1
        self.compiles += self.compile_count() - self._compiled
        self._store(wall, cpu)
        self._left -= 1
        if self._left == 0:
            self._handover.park(AFTER)
        self._went_on = time.perf_counter_ns()

    def broke_off(self):
        self.open = False

    def _store(self, wall, cpu):
        samples, index = self._samples, self._index
        if samples is not None:
            samples.wall[index], samples.cpu[index] = wall, cpu
            if self._switches is not None:
                samples.switches[index] = measure.switches() - self._switches
        self._index += 1
        if self.sums is not None:
            self._add(wall)

    def _add(self, wall):
        sums, pressure = self.sums, process_tree.cpu_pressure_us()
        sums.wall_ns += wall
        sums.cpu_ns += time.process_time_ns() - self._process
        known = None not in (sums.pressure_us, pressure, self._pressure)
        sums.pressure_us = sums.pressure_us + pressure - self._pressure if known else None

    def _note_between(self):
        if self._went_on is not None and len(self.between_ns) < _LONGEST_LIST:
            self.between_ns.append(time.perf_counter_ns() - self._went_on)
