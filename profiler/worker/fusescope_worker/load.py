# SPDX-License-Identifier: Apache-2.0
"""Requests as they come, whatever became of those before: each is served by the next free thread.

What a request took is written into a mapped file while it runs (PROTOCOL.md, load), so that nothing is
lost with the process, and a request that never returns is seen to have begun.
"""

import contextlib
import itertools
import mmap

from fusescope_worker.devices import own_stream, synchronizer
from fusescope_worker.errors import bad_input
from fusescope_worker.measure import BlockTimes
from fusescope_worker.pristine import ctypes, gc, open, threading, time

_NEVER = -1
_SPIN_NS = 150_000  # a sleep wakes up that late
_LONGEST_SLEEP_NS = 50_000_000  # so that what ends the load is seen
_TIMER_SLACK = 29  # prctl: sleeps of a thread otherwise end up to 50 µs late


class RequestFile:
    """Columns of int64: when requests are planned, began and ended, and what happened in them."""

    def __init__(self, path, requests):
        with open(path, "r+b") as file:
            self._map = mmap.mmap(file.fileno(), 8 * (1 + 5 * requests))
        self._values = memoryview(self._map).cast("q")
        columns = [self._values[1 + i * requests : 1 + (i + 1) * requests] for i in range(5)]
        self.planned, self.start, self.end, self.collected, self.compiled = columns
        self._columns = columns

    def began(self, utc_ns):
        self._values[0] = utc_ns

    def close(self):
        for column in self._columns:
            column.release()
        self._values.release()
        self._map.close()


class CollectedTime:
    """How long Python's garbage collector has run, all in all."""

    def __init__(self):
        self.ns = 0
        self._start = None

    def __enter__(self):
        gc.collect()  # what was left before is none of the requests'
        gc.callbacks.append(self._on_phase)
        return self

    def __exit__(self, *_):
        if self._on_phase in gc.callbacks:
            gc.callbacks.remove(self._on_phase)

    def _on_phase(self, phase, _info):
        if phase == "start":
            self._start = time.perf_counter_ns()
        elif self._start is not None:
            self.ns += time.perf_counter_ns() - self._start
            self._start = None


class Load:
    """Requests of one command; several threads take the next one each, in the order planned."""

    def __init__(self, session, command):
        self._session, self._case = session, command["case"]
        self._requests, self._threads = command["requests"], command["concurrency"]
        self._file = RequestFile(command["path"], self._requests)
        last = self._file.planned[self._requests - 1] if self._requests else 0
        self._give_up = last + command["drain_ns"]
        self._next = itertools.count().__next__
        self._error = None
        self._zero = 0

    def run(self):
        if self._threads > 1 and self._session.reset_of(self._case):
            raise bad_input(
                "Something must be set back before each call (the callable's reset, or state that a call changes), so calls cannot run at once: record it with --concurrency 1."
            )
        with CollectedTime() as self._collected, BlockTimes() as times:
            self._file.began(times.start_utc_ns)
            self._zero = time.perf_counter_ns()
            if self._threads == 1:  # CUDA graphs belong to the thread that made them
                self._serve(synchronizer(self._session.device), spins=True)
            else:
                self._serve_on_threads()
        self._file.close()
        if self._error is not None:
            raise self._error
        return times

    def _serve_on_threads(self):
        threads = [threading.Thread(target=self._serve_on_thread, daemon=True) for _ in range(self._threads)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _serve_on_thread(self):
        try:
            with own_stream(self._session.device) as synchronize:
                self._serve(synchronize, spins=False)
        except BaseException as error:  # of the call; the others stop, and it is told as the command's
            self._error = self._error or error

    def _serve(self, synchronize, spins):
        session, file, clock = self._session, self._file, time.perf_counter_ns
        call, reset = session.call_of(self._case), session.reset_of(self._case)
        compile_count, collected, zero = session.compile_count, self._collected, self._zero
        _sleep_exactly()
        with session.context.grad_mode():
            while self._error is None:
                index = self._next()
                if index >= self._requests:
                    return
                if reset is not None:
                    reset()
                    synchronize()
                if not self._wait_for(file.planned[index], spins):
                    return
                compiles, collections = compile_count(), collected.ns
                file.start[index] = clock() - zero
                result = call()  # noqa: F841  freed behind the end of the call
                synchronize()
                file.end[index] = clock() - zero
                del result
                if collected.ns != collections:
                    file.collected[index] = collected.ns - collections
                if compile_count() != compiles:
                    file.compiled[index] = 1

    def _wait_for(self, planned, spins):
        """False: too much time has gone by, or another thread's call failed."""
        spin = _SPIN_NS if spins else 0
        while True:
            now = time.perf_counter_ns() - self._zero
            if now >= self._give_up or self._error is not None:
                return False
            if now >= planned:
                return True
            left = planned - now
            if left > spin:
                time.sleep(min(left - spin, _LONGEST_SLEEP_NS) / 1e9)


def _sleep_exactly():
    with contextlib.suppress(Exception):
        ctypes.CDLL(None).prctl(_TIMER_SLACK, 1, 0, 0, 0)


def serve(session, command):
    load = Load(session, command)
    times = load.run()
    return {
        "case": command["case"],
        "start_utc_ns": times.start_utc_ns,
        "wall_ns": times.wall_ns,
        "cpu_ns": times.cpu_ns,
        "cpu_pressure_us": times.pressure_us,
        "compile_count": session.compile_count(),
    }
