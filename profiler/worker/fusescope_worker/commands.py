# SPDX-License-Identifier: Apache-2.0
"""The worker's loop: one command, its events, exactly one answer (PROTOCOL.md)."""

import contextlib
import time

from fusescope_worker import errors, lifetime
from fusescope_worker.channel import Channel
from fusescope_worker.compile_facts import CompileFacts
from fusescope_worker.notices import Notices
from fusescope_worker.phases import Phases
from fusescope_worker.plan import plan_from_json
from fusescope_worker.spool import Samples, Spool


def serve():
    lifetime.die_with_parent()
    return Worker(Channel.inherited()).run()


class Worker:
    def __init__(self, channel):
        self._channel = channel
        self._notices = Notices()
        self._facts = CompileFacts(channel, self._notices)
        self._stage_name = ""
        self._case = None
        self._session = None

    def run(self):
        handlers = {
            "setup": self._setup,
            "warmup": self._warmup,
            "block": self._block,
            "prove": self._prove,
            "memory": self._memory,
            "outputs": self._outputs,
            "compare": self._compare,
        }
        while True:
            command = self._channel.receive()
            name = command.get("do")
            if name == "end":
                self._channel.send({"done": "end"})
                return 0
            self._answer(name, handlers.get(name), command)

    def _answer(self, name, handler, command):
        self._stage_name, self._case = name, command.get("case")
        self._facts.case = self._case
        try:
            if handler is None:
                raise errors.WorkerError("other", f"The worker knows no command '{name}'.")
            if self._session is None and name != "setup":
                raise errors.WorkerError("other", f"'{name}' came before a setup that succeeded.")
            self._facts.install()
            answer = {"done": name, **handler(command)}
        except BaseException as error:  # SystemExit of user code, too
            answer = {"error": errors.as_json(error, self._stage_name, self._case)}
        self._facts.drain()
        self._channel.send(answer)

    @contextlib.contextmanager
    def _stage(self, name):
        self._stage_name = name
        self._channel.event("stage", stage=name)
        yield

    def _setup(self, command):
        plan = plan_from_json(command["plan"])
        if command.get("only_case") is not None:
            plan.cases = plan.cases[command["only_case"]:][:1]
        phases = Phases()
        with self._stage("import"), phases.measure("import"):
            try:
                import torch  # noqa: F401
            except ImportError as error:
                raise errors.WorkerError("no_torch", f"The interpreter has no torch that can be imported: {error}.") from error
            from fusescope_worker.session import Session
        session = Session(command, plan, self._stage, phases, self._facts, self._notices)
        session.build()
        self._spool = Spool(command["spool"])
        self._session = session
        indices = {case.name: index for index, case in enumerate(session.cases)}
        return {
            "phases": phases.as_json(),
            "environment": session.environment(),
            "memory": session.memory,
            "agent": session.agent_report,
            "cases": session.describe_cases(),
            "notices": self._notices.answered_with_setup(self._channel, indices.get),
        }

    def _warmup(self, command):
        from fusescope_worker.memory import PhasePeaks

        session, case, calls = self._session, command["case"], command["calls"]
        samples, compiled = Samples(calls), []
        call = session.call_of(case)
        start = time.time_ns()
        with self._stage("warmup"), session.context.grad_mode():
            with PhasePeaks("compile" if session.variant.compiled else "warmup", case, session.device) as peaks:
                for index in range(calls):
                    before = self._facts.compile_count
                    session.loop.measure(call, session.reset_of(case), samples, index, 1)
                    if self._facts.compile_count != before:
                        compiled.append(index)
        return {
            "case": case,
            "spool": self._spool.append(samples),
            "compiled": compiled,
            "start_utc_ns": start,
            "compile_count": self._facts.compile_count,
            "memory": [peaks.entry],
        }

    def _block(self, command):
        from fusescope_worker.measure import timed_block

        session, case, clock = self._session, command["case"], command.get("clock", "call")
        call = session.call_of(case)
        with session.context.grad_mode():
            samples, times = timed_block(
                session.loop, call, session.reset_of(case), command["calls"], command.get("discard", 0), clock
            )
        return {
            "case": case,
            "clock": clock,
            "spool": self._spool.append(samples),
            "start_utc_ns": times.start_utc_ns,
            "wall_ns": times.wall_ns,
            "cpu_ns": times.cpu_ns,
            "compile_count": self._facts.compile_count,
        }

    def _prove(self, command):
        session, case = self._session, command["case"]
        call, reset = session.call_of(case), session.reset_of(case)
        with session.context.grad_mode():
            if reset:
                reset()
            seen = session.observe(call)
        return {"case": case, **seen, "compile_count": self._facts.compile_count}

    def _memory(self, command):
        raise errors.WorkerError("other", "not yet")

    _outputs = _compare = _memory
