# SPDX-License-Identifier: Apache-2.0
"""Calls of one case: warm-up, blocks, the observed call, memory. Results are not kept."""

from fusescope_worker import memory, process_tree
from fusescope_worker.collections_seen import CollectionsSeen
from fusescope_worker.measure import timed_block
from fusescope_worker.pristine import time
from fusescope_worker.spool import Samples

_MEMORY_CALLS = 3


class Runner:
    def __init__(self, session, facts, spool):
        self._session, self._facts, self._spool = session, facts, spool
        self._called = set()

    def warm_up(self, case, calls):
        """Each call by itself: whether torch compiled something during it, and the peaks of both kinds."""
        session, facts = self._session, self._facts
        samples, compiled, entries = Samples(calls), [], []
        call = session.call_of(case)
        peaks = memory.Peaks(session.device, facts.sampler, process=session.process)
        start, wall, cpu = time.time_ns(), time.perf_counter_ns(), process_tree.cpu_time_ns()
        with session.context.grad_mode(), CollectionsSeen(session.in_call) as collections:
            for index in range(calls):
                before = session.compile_count()
                collections.call = index
                self._guarded(case, lambda: session.loop.measure(call, session.reset_of(case), samples, index, 1))
                if session.compile_count() != before:
                    compiled.append(index)
                    collections.call = None
                    entries.append(peaks.read("compile", case))
                    peaks.reset()
        wall = time.perf_counter_ns() - wall
        cpu = max(process_tree.cpu_time_ns() - cpu, 0)
        for event in collections.noticed(samples.wall):
            facts.channel.event("collection", **event, case=case)
        if len(compiled) < calls:
            entries.append(peaks.read("warmup", case))
        return {
            "case": case,
            "spool": self._spool.append(samples),
            "compiled": compiled,
            "start_utc_ns": start,
            "wall_ns": wall,
            "cpu_ns": cpu,
            "compile_count": session.compile_count(),
            "memory": memory.merge(entries),
        }

    def _guarded(self, case, call):
        """A case's first call shows what it changes; from then on that is restored before each."""
        if case in self._called:
            return call()
        self._called.add(case)
        guard = self._session.guard_of(case)
        guard.arm()
        call()
        if guard.look():
            self._session.notices.add("model_changes_state", guard.sentence(), case)
        return None

    def block(self, case, calls, discard, clock):
        session = self._session
        with session.context.grad_mode():
            samples, times = timed_block(
                session.loop, session.call_of(case), session.reset_of(case), calls, discard, clock
            )
        return {
            "case": case,
            "clock": clock,
            "spool": self._spool.append(samples),
            "start_utc_ns": times.start_utc_ns,
            "wall_ns": times.wall_ns,
            "cpu_ns": times.cpu_ns,
            "cpu_pressure_us": times.pressure_us,
            "compile_count": self._session.compile_count(),
        }

    def watched(self, case, watch):
        """What `watch` tells of one untimed call."""
        return self._untimed(case, watch)

    def _untimed(self, case, watch):
        session = self._session
        call, reset = session.call_of(case), session.reset_of(case)
        with session.context.grad_mode():
            if reset:
                reset()
            return watch(call)

    def prove(self, case):
        seen = self._untimed(case, self._session.observer.observe)
        return {"case": case, **seen, "compile_count": self._session.compile_count()}

    def memory(self, case, phase):
        session = self._session
        agent = session.agent
        counting = agent is not None and agent.start_memory()
        try:
            call, reset = session.call_of(case), session.reset_of(case)
            peaks = memory.Peaks(session.device, None, agent if counting else None, session.process)
            with session.context.grad_mode():
                session.loop.measure(call, reset, Samples(_MEMORY_CALLS), 0, _MEMORY_CALLS)
            return {"case": case, "memory": [peaks.read(phase, case)]}
        finally:
            if counting:
                agent.stop_memory()
