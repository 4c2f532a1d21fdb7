# SPDX-License-Identifier: Apache-2.0
"""Compiles an eager variant for a try, by a backend that leaves each graph as it is: what would break?

The last thing that a trace process does: from then on its model is another one.
"""

import copy

from fusescope_worker.pristine import signal, time

_LONGEST = 60  # seconds of a case


class TooLong(BaseException):
    """No Exception: Dynamo and user code catch those."""


def left_out(reason):
    return {"outcome": "failed", "reason": reason, "graphs": None, "duration_ns": 0, "breaks": []}


class Trial:
    def __init__(self, session, facts):
        self._session, self._facts = session, facts
        self._graphs = 0

    def of_case(self, case):
        """Fields of TrialFact."""
        begun = time.perf_counter_ns()
        outcome, reason = "done", ""
        try:
            with _time_limit(_LONGEST):
                self._compile_and_call(case)
        except TooLong:
            outcome, reason = "too_long", f"it was given up after {_LONGEST} s"
        except Exception as error:
            outcome, reason = "failed", f"{type(error).__name__}: {error}".splitlines()[0]
        breaks = self._facts.take_trial()
        return {
            "outcome": outcome,
            "reason": reason,
            "graphs": self._graphs if outcome == "done" else None,
            "duration_ns": time.perf_counter_ns() - begun,
            "breaks": breaks,
        }

    def _compile_and_call(self, case):
        session, facts = self._session, self._facts
        self._graphs = 0
        facts.install(import_compiler=True)
        facts.reset_compiler()
        facts.take_trial()
        function = session.target.function
        session.compile_for_trial(self._kept_as_it_is)
        call, reset = session.call_of(case), session.reset_of(case)
        try:
            with session.context.grad_mode():
                if reset is not None:
                    reset()
                call()
        finally:
            session.target.function = function  # the next case compiles it once, not twice

    def _kept_as_it_is(self, graph, _inputs):
        self._graphs += 1
        return graph.forward


class _time_limit:
    """Ends what runs in this thread by TooLong."""

    def __init__(self, seconds):
        self._seconds = seconds

    def __enter__(self):
        self._before = signal.signal(signal.SIGALRM, self._over)
        signal.setitimer(signal.ITIMER_REAL, self._seconds)

    def __exit__(self, *_):
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._before)

    @staticmethod
    def _over(*_):
        raise TooLong


def without_settings(parts):
    """The same parts, each with the settings of the trial."""
    plain = [copy.copy(part) for part in parts]
    for part in plain:
        part.settings = None
    return plain
