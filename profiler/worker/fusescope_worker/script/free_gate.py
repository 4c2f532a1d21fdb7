# SPDX-License-Identifier: Apache-2.0
"""Times the chosen call wherever it is made, in threads, processes and event loops, and holds none.

As gate.Gate to those who make the calls. What was timed is told to the thread of the commands in the order in which
calls ended.
"""

import sys

from fusescope_worker import errors, measure
from fusescope_worker.pristine import threading, time


class FreeGate:
    def __init__(self, told):
        self._told = told
        self._mine = threading.local()  # the call that this thread is in
        self.finding = threading.RLock()  # held by the thread that sees the chosen call first
        self.synchronize = lambda: None
        self.compile_count = lambda: 0  # of this process
        self.before = None
        self.result = None  # of no call: it is the script's
        # What the thread of the commands has taken so far.
        self.made = self.compiles = 0
        self.window, self.sums = (0, 0), None
        self.between_ns, self.foreign = [], ""  # not known: calls of several threads have no order

    @property
    def open(self):
        return getattr(self._mine, "open", False)

    def lets_through(self):
        """A call within the call."""
        return self.open

    def begin(self, _function, args, kwargs):
        mine = self._mine
        mine.open = True
        if self.before is not None:
            self.before(args, kwargs)
        mine.compiled = self.compile_count()
        self.synchronize()
        mine.switches = measure.switches()
        mine.utc, mine.cpu, mine.wall = time.time_ns(), time.thread_time_ns(), time.perf_counter_ns()

    def make(self, function, args, kwargs):
        return function(*args, **kwargs)

    def returned(self, _result):
        pass

    def end(self):
        self.synchronize()
        mine = self._mine
        wall, cpu = time.perf_counter_ns() - mine.wall, time.thread_time_ns() - mine.cpu
        switches = -1 if mine.switches is None else measure.switches() - mine.switches
        mine.open = False
        self._told.tell(call=[mine.utc, wall, cpu, switches, self.compile_count() - mine.compiled])

    def broke_off(self):
        self._mine.open = False
        error = sys.exc_info()[1]
        self._told.tell(broke=[errors.classify(error), errors.sentence_of(error)])

    # The thread of the commands

    def take(self, call, samples, index):
        utc, wall, cpu, switches, compiled = call
        self.made += 1
        self.compiles += compiled
        self.window = (utc, utc + wall)
        if samples is not None:
            samples.wall[index], samples.cpu[index], samples.switches[index] = wall, cpu, switches
        if self.sums is not None:
            self.sums.start_utc_ns = self.sums.start_utc_ns or utc
            self.sums.wall_ns += wall
            self.sums.cpu_ns += cpu
            self.sums.pressure_us = None  # of calls that lie side by side
