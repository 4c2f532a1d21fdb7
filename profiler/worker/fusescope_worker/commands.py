# SPDX-License-Identifier: Apache-2.0
"""The worker's loop: one command, its events, exactly one answer (PROTOCOL.md)."""

import contextlib
import sys

from fusescope_worker import errors, lifetime
from fusescope_worker.channel import SOCKET_VARIABLE, Channel
from fusescope_worker.collections_seen import uncollected_imports
from fusescope_worker.compile_facts import CompileFacts
from fusescope_worker.notices import Notices
from fusescope_worker.phases import COLD_KINDS, Phases
from fusescope_worker.plan import plan_from_json
from fusescope_worker.pristine import os, signal
from fusescope_worker.script.beside import serve_beside_script
from fusescope_worker.script.program import FOLLOW_VARIABLE, is_script
from fusescope_worker.settling import settle
from fusescope_worker.spool import Spool

_CALLING = {"warmup", "block", "prove", "memory", "parts", "losses", "trace", "work", "trial", "modules", "load"}


def serve():
    if FOLLOW_VARIABLE in os.environ:
        from fusescope_worker.script.follower import follow

        return follow(os.environ.pop(FOLLOW_VARIABLE))
    if SOCKET_VARIABLE not in os.environ:
        print("fusescope: this program is started by `fusescope record`, not by hand.", file=sys.stderr)
        return 2
    lifetime.die_with_parent()
    channel = Channel.inherited()
    first = channel.receive()
    if is_script(((first.get("plan") or {}).get("workload") or {}).get("spec") or ""):
        return serve_beside_script(lambda handover: run_commands(Worker(channel, handover), first))
    return run_commands(Worker(channel), first)


def run_commands(worker, first):
    try:
        return worker.run(first)
    except lifetime.Terminated:
        return 128 + signal.SIGTERM


class Worker:
    """`handover` leads to the script's thread, where the workload is a script."""

    def __init__(self, channel, handover=None):
        self._handover = handover
        self._channel = channel
        self._notices = Notices()
        self._facts = CompileFacts(channel, self._notices)
        self._stage_name = ""
        self._case = None
        self._session = None
        self._outputs_saver = None
        self._tracer = None

    def run(self, first):
        handlers = {
            "discover": self._discover,
            "setup": self._setup,
            "warmup": self._warmup,
            "block": self._block,
            "prove": self._prove,
            "memory": self._memory,
            "parts": self._parts,
            "losses": self._losses,
            "outputs": self._outputs,
            "compare": self._compare,
            "save_inputs": self._save_inputs,
            "module_outputs": self._module_outputs,
            "module_errors": self._module_errors,
            "trace": self._trace,
            "roofs": self._roofs,
            "work": self._work,
            "trial": self._try_to_compile,
            "modules": self._modules,
            "load": self._load,
        }
        command = first
        try:
            while True:
                name = command.get("do")
                if name == "end":
                    break
                self._answer(name, handlers.get(name), command)
                command = self._channel.receive()
        finally:
            self._stop_collector()
        self._channel.send({"done": "end"})
        if self._handover is None:  # a script ends by itself
            lifetime.end_compile_workers()
        return 0

    def _stop_collector(self):
        collector = getattr(self._session, "collector", None)
        if collector is not None:
            with contextlib.suppress(Exception):
                collector.stop()

    def _answer(self, name, handler, command):
        self._stage_name, self._case = name, command.get("case")
        self._facts.case = self._case
        try:
            if handler is None:
                raise errors.WorkerError("other", f"The worker knows no command '{name}'.")
            if self._session is None and name not in ("setup", "discover"):
                raise errors.WorkerError("other", f"'{name}' came before a setup that succeeded.")
            self._facts.install()
            answer = {"done": name, **handler(command)}
            if name in _CALLING and not self._runs_on():
                settle()
        except lifetime.Terminated:
            raise
        except BaseException as error:  # SystemExit of user code, too
            answer = {"error": errors.as_json(error, self._stage_name, self._case)}
        if self._handover is not None:
            self._handover.rest()
        self._facts.drain()
        self._channel.send(answer)

    def _runs_on(self):
        """A script that cannot be held: nothing of it rests between two commands."""
        return self._handover is not None and self._handover.free

    @contextlib.contextmanager
    def _stage(self, name):
        self._stage_name = name
        self._channel.event("stage", stage=name)
        yield

    def _setup(self, command):
        plan = plan_from_json(command["plan"])
        phases = Phases()
        is_cold = command.get("kind") in COLD_KINDS
        with self._stage("import"), phases.measure("import"), uncollected_imports(not is_cold):
            try:
                import torch  # noqa: F401
            except ImportError as error:
                sentence = f"The interpreter has no torch that can be imported: {error}."
                raise errors.WorkerError("no_torch", sentence) from error
            # All of the package, before user code can change what its imports find.
            from fusescope_worker import losses, module_errors, module_use, numerics, outputs, step_parts, trace  # noqa: F401

            if command.get("kind") == "load":
                from fusescope_worker import load  # noqa: F401
            if command.get("kind") in ("trace", "look"):
                from fusescope_worker import operator_work, roofs, trial_compile  # noqa: F401
            from fusescope_worker.memory import ChildrenSampler
            from fusescope_worker.running import Runner
        self._facts.sampler = ChildrenSampler()
        session = self._new_session(command, plan, self._stage, phases, self._facts, self._notices)
        session.build()
        self._session = session
        self._runner = Runner(session, self._facts, Spool(command["spool"]))
        if command.get("saves_outputs"):
            self._saver()
        indices = {case.name: index for index, case in enumerate(session.cases)}
        return {
            "phases": phases.as_json(),
            "environment": session.environment(),
            "memory": session.memory,
            "agent": session.agent_report,
            "cases": session.describe_cases(),
            "notices": self._notices.answered_with_setup(self._channel, indices.get),
        }

    def _new_session(self, *arguments):
        if self._handover is not None:
            from fusescope_worker.script.free_lane import FreeSession
            from fusescope_worker.script.lane import ScriptSession

            kind = FreeSession if arguments[1].placement == "sequential" else ScriptSession
            return kind(self._handover, *arguments)
        from fusescope_worker.session import Session

        return Session(*arguments)

    def _discover(self, command):
        if self._handover is None:
            raise errors.WorkerError("bad_input", "Calls are looked for in scripts alone.")
        from fusescope_worker.script.discovery import Discovery

        with self._stage("discover"):
            return Discovery(self._handover, plan_from_json(command["plan"]), command).run()

    def _saver(self):
        """Made in setup where outputs will be asked for, so that the state it returns to is the one built."""
        if self._outputs_saver is None:
            from fusescope_worker.outputs import OutputSaver
            from fusescope_worker.script.outputs import ScriptOutputs

            saver = OutputSaver if self._handover is None else ScriptOutputs
            self._outputs_saver = saver(self._session)
        return self._outputs_saver

    def _warmup(self, command):
        with self._stage("warmup"):
            answer = self._runner.warm_up(command["case"], command["calls"])
        if self._handover is not None:
            self._session.tell_between()
        self._facts.drain()
        if self._runs_on():
            return answer
        self._facts.refused.tell(command["case"], lambda watch: self._runner.watched(command["case"], watch))
        return answer

    def _block(self, command):
        clock = command.get("clock", "call")
        return self._runner.block(command["case"], command["calls"], command.get("discard", 0), clock)

    def _prove(self, command):
        return self._runner.prove(command["case"])

    def _memory(self, command):
        return self._runner.memory(command["case"], command.get("phase", "steady"))

    def _parts(self, command):
        from fusescope_worker import step_parts

        return {"case": command["case"], **step_parts.parts_of(self._session, command["case"], command["calls"])}

    def _losses(self, command):
        case, steps, precision = command["case"], command["steps"], command.get("precision", "as_is")
        with self._stage("losses"):
            found = _unless_fp64_fails(precision, lambda: self._saver().losses(case, steps, precision))
        return {"case": case, "losses": [], **found}

    def _outputs(self, command):
        case, number, precision = command["case"], command.get("input_set", 0), command.get("precision", "as_is")
        with self._stage("outputs"):
            saved = _unless_fp64_fails(
                precision, lambda: self._saver().save(case, number, command["path"], precision)
            )
        return {"case": case, "input_set": number, **saved}

    def _compare(self, command):
        from fusescope_worker import numerics

        case, number = command["case"], command.get("input_set", 0)
        facts, distances = numerics.compare_files(
            command["reference"], command["candidate"], command.get("fp64"), self._session.agent
        )
        extra = {"case_index": case, "input_set": number, "random_operators": bool(command.get("random_operators"))}
        return {"case": case, "numerics": [{**fact, **extra} for fact in facts], "distances": distances}

    def _module_outputs(self, command):
        case, number, precision = command["case"], command.get("input_set", 0), command.get("precision", "as_is")
        with self._stage("module_outputs"):
            saved = self._modules_kept().save(case, number, command["path"], precision, command.get("like"))
        return {"case": case, "input_set": number, **saved}

    def _module_errors(self, command):
        case, number, precision = command["case"], command.get("input_set", 0), command.get("precision", "as_is")
        with self._stage("module_outputs"):
            found = self._modules_kept().errors(case, number, command["reference"], command.get("fp64"), precision)
        return {"case": case, "input_set": number, **found}

    def _save_inputs(self, command):
        with self._stage("inputs"):
            names = self._session.save_inputs(command["case"], command.get("input_set", 0), command["path"])
        return {"case": command["case"], "names": names}

    def _modules_kept(self):
        from fusescope_worker.module_errors import ModuleOutputs

        if self._handover is not None:
            raise errors.WorkerError("bad_input", "A script's call is made once, with what it then has.")
        return ModuleOutputs(self._session, self._saver())

    def _trace(self, command):
        from fusescope_worker.trace import Tracer

        if self._tracer is None:
            self._tracer = Tracer(self._session, self._runner, self._facts)
        case, calls, watched = command["case"], command["calls"], command.get("pass", "operators")
        with self._stage("trace"):
            if watched == "operators":
                seen = self._tracer.operators(
                    case, calls, command["path"], command.get("kernels"), command.get("places", True)
                )
            elif watched == "graphs":
                seen = self._tracer.graphs(case, calls)
            elif watched == "lines":
                seen = self._tracer.lines(case, calls)
            else:
                raise errors.WorkerError("other", f"The worker knows no trace pass '{watched}'.")
        return {"case": case, "pass": watched, **seen}

    def _roofs(self, _command):
        from fusescope_worker import roofs

        session = self._session
        if session.agent is None:
            return {"roofs": [], "reason": f"they need the agent: {session.agent_report['reason']}"}
        with self._stage("roofs"):
            return {"roofs": roofs.measure(session.agent, session.device)}

    def _work(self, command):
        from fusescope_worker import operator_work

        with self._stage("work"):
            return {"case": command["case"], **self._runner.watched(command["case"], operator_work.of_call)}

    def _try_to_compile(self, command):
        from fusescope_worker.trial_compile import Trial, left_out

        if self._handover is not None:
            return {"case": command["case"], **left_out("a script's call is made once, with what it then has")}

        with self._stage("trial"):
            return {"case": command["case"], **Trial(self._session, self._facts).of_case(command["case"])}

    def _load(self, command):
        from fusescope_worker import load

        if self._handover is not None:
            raise errors.WorkerError("bad_input", "A script makes its own calls and takes no requests.")
        with self._stage("load"):
            return load.serve(self._session, command)

    def _modules(self, command):
        from fusescope_worker.module_use import module_use

        case = command["case"]
        with self._stage("trace"):
            return {"case": case, "modules": module_use(self._session, case, command["calls"])}


def _unless_fp64_fails(precision, function):
    """Not every model runs in fp64, and none has to: the answer says why this one does not."""
    try:
        return function()
    except Exception as error:
        if precision != "fp64":
            raise
        return {"reason": errors.sentence_of(error)}
