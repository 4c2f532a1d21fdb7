# SPDX-License-Identifier: Apache-2.0
"""fusescope-runner: the package's calls made in a process without Python, watched by the same agent.

To the rest of the worker a Native is an agent whose calls happen elsewhere: what it is given as a call is only
which case is meant.
"""

import subprocess
import weakref

import torch
from torch.utils import _pytree

from fusescope_worker.engines import ranges
from fusescope_worker.engines.opening import Nesting
from fusescope_worker.errors import WorkerError
from fusescope_worker.measure import BlockTimes
from fusescope_worker.pristine import array, json, os
from fusescope_worker.workload import InputSet

_PATIENCE_SECONDS = 5


def start(session, package):
    """The runner with the package open, or why there is none."""
    if session.agent is None:
        raise WorkerError("engine_missing", f"Native engines need the agent: {session.agent_report['reason']}.")
    path = session.runner_path
    if not path:
        raise WorkerError(
            "engine_missing",
            "Native engines need fusescope-runner for this torch; a notice of the recording says why there is none.",
        )
    return Native(path, session, package, session.agent)


class NativeCall:
    """A call of a case: which inputs the runner goes through. Only the runner makes it."""

    def __init__(self, native, case):
        self._native, self.case = native, case

    def __call__(self):
        self._native.measure(self, None, None, 0, 1)


class Native:
    """`agent` is the one of this process: it compares results and knows the machine's limits."""

    def __init__(self, path, session, package, agent):
        self._session, self._agent, self._package = session, agent, package
        self._cases, self._used = {}, None
        self.version = agent.version
        self._start(path, package)

    def _start(self, path, package):
        session = self._session
        numeric = session.plan.numeric
        reading, writing = os.pipe()
        library = os.path.join(os.path.dirname(torch.__file__), "lib")
        found = os.environ.get("LD_LIBRARY_PATH")
        self._process = subprocess.Popen(
            [
                path, session.variant.engine, package.path, self._agent.path, str(session.device), numeric.grad_mode,
                str(torch.get_num_threads()), str(writing),
            ],
            stdin=subprocess.PIPE,
            pass_fds=[writing],
            env={**os.environ, "LD_LIBRARY_PATH": f"{library}:{found}" if found else library},
        )  # fmt: skip
        os.close(writing)
        self._answers = os.fdopen(reading, "rb")
        weakref.finalize(self, self._process.kill)
        self.pid = self._process.pid
        if self._answers.readline() != b"ready\n":
            raise WorkerError(
                "engine_missing",
                f"fusescope-runner did not open the package: it ended with {self._process.wait(_PATIENCE_SECONDS)}, "
                "its words are in the log.",
            )

    def _ask(self, words):
        """What stands behind "done"."""
        try:
            self._process.stdin.write(f"{words}\n".encode())
            self._process.stdin.flush()
        except OSError:
            pass  # the end of its answers says so
        line = self._answers.readline().decode(errors="replace").rstrip("\n")
        if line.startswith("error "):
            raise RuntimeError(line.removeprefix("error "))
        if not line.startswith("done"):
            raise RuntimeError(f"fusescope-runner ended: {self._process.wait(_PATIENCE_SECONDS)}")
        return line.removeprefix("done").strip()

    # ---- inputs

    def call_of(self, case):
        """Its inputs are handed over once."""
        if case not in self._cases:
            self._cases[case] = self._given(self._session.cases[case].sets)
        self._used = None
        return NativeCall(self, case)

    def _given(self, sets):
        path = f"{self._session.spool_path}.inputs"
        torch.save([self._leaves(inputs) for inputs in sets], path)
        try:
            return int(self._ask(f"inputs {path}"))
        finally:
            os.unlink(path)

    def _leaves(self, inputs):
        given = ranges.taken(inputs, self._session.target.signature)
        return [_plain(leaf) for leaf in _pytree.tree_leaves((given.args, given.kwargs))]

    def _use(self, call):
        if self._used != call.case:
            self._ask(f"use {self._cases[call.case]}")
            self._used = call.case

    def results_of(self, inputs):
        """The tensors of one call with these inputs, flat."""
        self._ask(f"use {self._given([inputs])}")
        self._used = None
        path = f"{self._session.spool_path}.results"
        self._ask(f"outputs {path}")
        try:
            return torch.load(path, weights_only=True)
        finally:
            os.unlink(path)

    # ---- as the agent

    def measure(self, call, _reset, samples, first, n):
        self._use(call)
        self._ask(f"measure {n}")
        for kind, column in (("q", "wall"), ("q", "cpu"), ("i", "switches")):
            values = array(kind)
            values.frombytes(self._answers.read(values.itemsize * n))
            if samples is not None:
                getattr(samples, column)[first : first + n] = values

    def measure_pipelined(self, call, n):
        self._use(call)
        total, cpu = self._ask(f"pipelined {n}").split()
        return int(total), int(cpu)

    def observe(self, call):
        self._use(call)
        return json.loads(self._ask("observe"))

    def start_trace(self, path, spans_per_call, places=False):
        del places  # no Python runs: there are no lines and no modules
        self._ask(f"trace start {spans_per_call} {path}")

    def trace_sources(self, *_):
        pass

    def trace_module(self, *_):
        pass

    def trace_call(self, call, keep):
        self._use(call)
        return tuple(int(word) for word in self._ask(f"trace call {int(keep)}").split())

    def stop_trace(self):
        self._ask("trace stop")

    def start_memory(self):
        return self._ask("memory start") == ""

    def stop_memory(self):
        self._ask("memory stop")

    def reset_memory(self):
        self._ask("memory reset")

    def read_memory(self):
        return json.loads(self._ask("memory read"))

    def roof(self, *arguments):
        return self._agent.roof(*arguments)

    def compare(self, *arguments):
        return self._agent.compare(*arguments)

    def times(self):
        return BlockTimes((~self.pid << 3) | 2)  # the clock of that process, as clock_getcpuclockid(3) makes it


def _plain(leaf):
    return leaf.detach() if isinstance(leaf, torch.Tensor) else leaf


class NativeResults:
    """Called as the module was: for what is compared, not for what is timed."""

    def __init__(self, native, facts):
        self._native, self._nesting = native, Nesting(facts)

    def __call__(self, *args, **kwargs):
        return self._nesting.around(self._native.results_of(InputSet(args, kwargs)))
