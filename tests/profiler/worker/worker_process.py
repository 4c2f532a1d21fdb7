# SPDX-License-Identifier: Apache-2.0
"""Drives a real worker process over a socket pair, as the recorder does (PROTOCOL.md)."""

import atexit
import ctypes
import functools
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from array import array
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
MAIN = ROOT / "profiler" / "worker" / "main.py"
MODELS = ROOT / "resources" / "models"
WORKLOADS = Path(__file__).resolve().parent / "workloads"
PATIENCE_SECONDS = 120  # a machine may be busy

EAGER = {"name": "eager", "kind": "eager"}


def built_agents(torch_minor="*"):
    """Newest first: another build folder may hold one of an earlier ABI."""
    files = (ROOT / "build").glob(f"*/lib/agents/fusescope_agent_{torch_minor}.so")
    return sorted(files, key=lambda file: file.stat().st_mtime, reverse=True)


def built_runners():
    """fusescope-runner, beside the agent that it opens."""
    return [runner for agent in built_agents() for runner in agent.parent.glob("fusescope_runner_*")]


def compiled(backend="eager", **settings):
    return {"name": "compiled", "kind": "compiled", "compile": {"backend": backend, **settings}}


def workload(file, callable_name):
    return f"{WORKLOADS / file}:{callable_name}"


def line_of(file, mark):
    """Line number of the comment `# break: mark` in a workload."""
    for number, line in enumerate((WORKLOADS / file).read_text().splitlines(), 1):
        if line.rstrip().endswith(f"# break: {mark}"):
            return number
    raise ValueError(mark)


def worker_environment():
    """What tells these tests where things are is nothing that a recorder gives its workers."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("FUSESCOPE_")}
    return {**inherited, "OMP_NUM_THREADS": "1"}


class AdoptedProcess:
    """A child that another process started for us, with as much of subprocess.Popen as is needed here."""

    def __init__(self, pid):
        self.pid, self.returncode = pid, None

    def poll(self):
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.returncode = os.waitstatus_to_exitcode(status) if pid else None
        return self.returncode

    def wait(self, timeout=None):
        end = None if timeout is None else time.monotonic() + timeout
        while self.poll() is None:
            if end is not None and time.monotonic() > end:
                raise subprocess.TimeoutExpired("worker", timeout)
            time.sleep(0.002)
        return self.returncode


class ForkingWorker:
    """forking_worker.py, which imports torch, and `modules`, once for all workers that it forks.

    They have its environment: that of a worker here, with `environment` set before torch was imported."""

    def __init__(self, environment=None, modules=()):
        PR_SET_CHILD_SUBREAPER = 36
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        self._requests, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("forking_worker.py")), str(theirs.fileno()), *modules],
            env={**worker_environment(), **(environment or {})},
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
        )
        theirs.close()
        self._requests.settimeout(PATIENCE_SECONDS)
        if self._requests.recv(64) != b"ready":
            raise AssertionError("the interpreter that forks workers did not start")
        atexit.register(self.end)

    def start(self, control, log):
        socket.send_fds(self._requests, [b"fork"], [control.fileno(), log.fileno()])
        return AdoptedProcess(int(self._requests.recv(64)))

    def end(self):
        atexit.unregister(self.end)
        self._requests.close()
        self._process.wait()


@functools.cache
def forking_worker():
    return ForkingWorker()


class Worker:
    """A running worker; answers and the events before them come back as dicts.

    Forked from an interpreter that has imported torch, unless `cold`, or with an environment or interpreter of its own:
    then it starts as the recorder starts it."""

    def __init__(self, environment=None, python=sys.executable, cold=False, forked_by=None):
        ours, theirs = socket.socketpair()
        self.folder = tempfile.TemporaryDirectory(prefix="fusescope-worker-")
        self.spool = os.path.join(self.folder.name, "spool")
        self._log = open(os.path.join(self.folder.name, "log"), "w+b")
        if forked_by is not None:
            self.process = forked_by.start(theirs, self._log)
        elif cold or environment or python != sys.executable:
            self.process = self._cold_process(python, theirs, environment or {})
        else:
            self.process = forking_worker().start(theirs, self._log)
        theirs.close()
        ours.settimeout(PATIENCE_SECONDS)
        self._socket, self._lines = ours, ours.makefile("r", encoding="utf-8")
        self.events = []

    def _cold_process(self, python, control, environment):
        variables = {**worker_environment(), **environment, "FUSESCOPE_SOCKET": str(control.fileno())}
        return subprocess.Popen(
            [python, str(MAIN)],
            env=variables,
            pass_fds=[control.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self._log.close()
        self.folder.cleanup()

    def close(self):
        """The recorder is gone."""
        self._lines.close()
        self._socket.close()

    def log(self):
        self._log.flush()
        return Path(self._log.name).read_text(errors="replace")

    def send(self, name, **fields):
        self.send_text(json.dumps({"do": name, **fields}) + "\n")

    def send_text(self, text):
        self._socket.sendall(text.encode())

    def ask(self, name, **fields):
        self.send(name, **fields)
        return self.answer()

    def answer(self):
        """The next one; `events` then holds what came before it."""
        self.events = []
        for line in self._lines:
            message = json.loads(line)
            if "event" not in message:
                return message
            self.events.append(message)
        raise AssertionError(f"the worker ended without an answer:\n{self.log()}")

    def done(self, name, **fields):
        answer = self.ask(name, **fields)
        if answer.get("done") != name:
            raise AssertionError(f"{name}: {answer['error']['sentence']}\n{answer['error']['traceback']}")
        return answer

    def events_of(self, kind):
        return [event for event in self.events if event["event"] == kind]


    def steps_of(self, event):
        """The file that a compile_trace event names."""
        with open(f"{self.spool}.compiles-{event['number']}", encoding="utf-8") as file:
            return json.load(file)

    def plan(self, spec, variant, cases, numeric, work, placement="lanes"):
        base = {"spec": spec, "working_directory": self.folder.name, **work}
        protocol = {"placement": placement}
        return {"workload": base, "protocol": protocol, "variants": [variant], "cases": cases or [], "numeric": numeric or {}}

    def try_setup(
        self, spec, variant=EAGER, cases=None, numeric=None, kind="paired", agent=None, start_up=False,
        placement="lanes", runner=None, **work
    ):
        return self.ask(
            "setup",
            kind=kind,
            plan=self.plan(spec, variant, cases, numeric, work, placement),
            variant=0,
            cases=None,
            agent=agent,
            runner=runner,
            spool=self.spool,
            models=str(MODELS),
            start_up=start_up,
            saves_outputs=kind == "check",
        )

    def setup(self, *arguments, **fields):
        answer = self.try_setup(*arguments, **fields)
        if answer.get("done") != "setup":
            raise AssertionError(f"setup: {answer['error']['sentence']}\n{answer['error']['traceback']}")
        return answer

    def warm_up(self, case=0, calls=2):
        return self.done("warmup", case=case, calls=calls)

    def samples(self, piece):
        """(wall, cpu, switches) of a piece of the spool."""
        columns = array("q"), array("q"), array("i")
        with open(self.spool, "rb") as file:
            file.seek(piece["offset"])
            for column in columns:
                column.fromfile(file, piece["calls"])
        return columns


def run_once(spec, variant=EAGER, calls=2, **fields):
    """Setup and a warm-up of case 0 in a process of its own: (setup's answer, warm-up's, events)."""
    with Worker() as worker:
        setup = worker.setup(spec, variant, **fields)
        answer = worker.warm_up(calls=calls)
        return setup, answer, worker.events
