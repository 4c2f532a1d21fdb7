# SPDX-License-Identifier: Apache-2.0
"""The measured loop: the agent's where there is one, else this one (docs/development/torch.md, 2)."""

import contextlib

from fusescope_worker import process_tree
from fusescope_worker.devices import synchronizer
from fusescope_worker.pristine import gc, resource, time
from fusescope_worker.spool import Samples

_THREAD = getattr(resource, "RUSAGE_THREAD", None)


class PythonLoop:
    def __init__(self, device):
        self._synchronize = synchronizer(device)

    def measure(self, call, reset, samples, first, n):
        synchronize, clock, cpu_clock = self._synchronize, time.perf_counter_ns, time.thread_time_ns
        wall, cpu, switched = samples.wall, samples.cpu, samples.switches
        synchronize()
        for index in range(first, first + n):
            if reset is not None:
                reset()
                synchronize()
            switches_before = switches()
            cpu_start = cpu_clock()
            start = clock()
            result = call()
            synchronize()
            end = clock()
            cpu[index] = cpu_clock() - cpu_start
            wall[index] = end - start
            if switches_before is not None:
                switched[index] = switches() - switches_before
            del result

    def measure_pipelined(self, call, n):
        self._synchronize()
        cpu_start = time.thread_time_ns()
        start = time.perf_counter_ns()
        for _ in range(n):
            call()
        self._synchronize()
        total = time.perf_counter_ns() - start
        return total, time.thread_time_ns() - cpu_start


def switches():
    """Involuntary ones of this thread."""
    return None if _THREAD is None else resource.getrusage(_THREAD).ru_nivcsw


@contextlib.contextmanager
def no_collection():
    """Collects what there is, then keeps the collector out of the block."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def around(call, begin, end):
    """`begin`, a call and `end` on the thread that makes calls; what the call gives."""
    if hasattr(call, "around"):
        return call.around(begin, end)
    begin()
    try:
        return call()
    finally:
        end()


def within(call, watch):
    """What `watch` tells of a call that it makes, on the thread that makes calls."""
    return call.within(watch) if hasattr(call, "within") else watch(call)


def window_of(call, synchronize):
    """When a call began and ended (UTC)."""
    if hasattr(call, "timed"):
        return call.timed()
    start = time.time_ns()
    call()
    synchronize()
    return start, time.time_ns()


class BlockTimes:
    """Wall and CPU time of a block's timed calls as a whole, and how long tasks waited for a core meanwhile.

    `cpu_clock` is that of the process that makes the calls.
    """

    def __init__(self, cpu_clock=time.CLOCK_PROCESS_CPUTIME_ID):
        self._cpu_clock = cpu_clock

    def __enter__(self):
        self._pressure = process_tree.cpu_pressure_us()
        self.start_utc_ns = time.time_ns()
        self._cpu = time.clock_gettime_ns(self._cpu_clock)
        self._wall = time.perf_counter_ns()
        return self

    def __exit__(self, *_):
        self.wall_ns = time.perf_counter_ns() - self._wall
        self.cpu_ns = time.clock_gettime_ns(self._cpu_clock) - self._cpu
        pressure = process_tree.cpu_pressure_us()
        self.pressure_us = None if None in (pressure, self._pressure) else pressure - self._pressure


def timed_block(loop, call, reset, calls, discard, clock):
    """(samples, times); the loop is an Agent, a PythonLoop or a ScriptLoop, which takes times of its own."""
    pipelined = clock == "pipelined"
    samples = Samples(1 if pipelined else calls)
    discarded = Samples(discard)
    with no_collection():
        loop.measure(call, reset, discarded, 0, discard)
        with getattr(loop, "times", BlockTimes)() as times:
            if pipelined:
                total, cpu = loop.measure_pipelined(call, calls)
            else:
                loop.measure(call, reset, samples, 0, calls)
    if pipelined:
        samples.wall[0] = total // calls
        samples.cpu[0] = cpu // calls if cpu >= 0 else -1
    return samples, times
