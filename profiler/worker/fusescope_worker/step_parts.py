# SPDX-License-Identifier: Apache-2.0
"""Which part of a training step runs when: data wait, forward, backward, optimizer.

Steps are clocked apart from the timed ones. The borders are where torch's autograd engine begins and ends, which
eager and compiled steps have in common: what comes before a step's backward is its forward (gradients set to none and
the loss included), what follows the last one is the optimizer. On a device the borders are events in its stream.
"""

import torch

from fusescope_worker import devices, measure
from fusescope_worker.pristine import time

DATA, FORWARD, BACKWARD = "data", "forward", "backward"


class StepClock:
    """Of one device; used on the thread that makes the calls."""

    def __init__(self, device, inputs_lie_ready=False):
        self._moments = devices.Marks(device)
        self._synchronize = devices.synchronizer(device)
        self.steps = []
        self._marks = None  # of the step that runs: (part that begins, when, event)
        self._fetching = self._waited = None
        self.sees_data = inputs_lie_ready  # or somebody fetched a batch

    def at_border(self):
        """Before and after each step, in place of what waits for the device there."""
        if self._marks is None:
            self._synchronize()
            self._marks = []
            self.mark(FORWARD)
            return
        self.mark(None)
        self._synchronize()
        end = time.perf_counter_ns()
        marks, self._marks = self._marks, None
        self._keep(marks, end)

    def mark(self, part):
        if self._marks is None:
            return
        event = self._moments.take()
        self._marks.append((part, time.perf_counter_ns(), event))

    def begin_fetching(self):
        """A batch, within a step or between two."""
        self.sees_data = True
        self._fetching = (self._marks[-1][0] if self._marks else None, time.perf_counter_ns())
        self.mark(DATA)

    def end_fetching(self):
        before, begun = self._fetching
        if before is None:
            self._waited = (self._waited or 0) + time.perf_counter_ns() - begun
        else:
            self.mark(before)

    def _keep(self, marks, end):
        """What follows the last backward is the optimizer; without a backward nothing is."""
        last = max((index for index, mark in enumerate(marks) if mark[0] == BACKWARD), default=len(marks))
        spent = dict.fromkeys((DATA, FORWARD, BACKWARD, "optimizer"), 0)
        for index, ((part, begin, begun), (_, stop, stopped)) in enumerate(zip(marks, marks[1:])):
            on_device = begun is not None and part != DATA  # the host waits for data, not the device
            took = round(begun.elapsed_time(stopped) * 1e6) if on_device else stop - begin
            spent["optimizer" if index > last and part == FORWARD else part] += took
        waited, self._waited = self._waited or 0, None
        self.steps.append(
            [
                end - marks[0][1] + waited,
                spent[DATA] + waited if self.sees_data else None,
                spent[FORWARD],
                spent[BACKWARD],
                spent["optimizer"],
            ]
        )


class EngineTimes:
    """When the engine ran (UTC)."""

    def __init__(self):
        self.runs = []
        self._begun = None

    def mark(self, part):
        if part == BACKWARD:
            self._begun = time.time_ns()
        else:
            self.runs.append((self._begun, time.time_ns()))

    def begin_fetching(self):
        pass

    end_fetching = begin_fetching


class Watch:
    """Tells a clock, while there is one, when the engine runs and when batches are fetched."""

    def __init__(self):
        self.clock = None

    def install(self):
        from torch.utils.data import dataloader

        self._replace(torch.autograd, "_engine_run_backward", self._around_backward)
        self._replace(dataloader._BaseDataLoaderIter, "__next__", self._around_fetching)

    @staticmethod
    def _replace(owner, name, around):
        setattr(owner, name, _as_torchs_own(around(getattr(owner, name))))

    def _around_backward(self, original):
        def engine_run_backward(*args, **kwargs):
            clock = self.clock
            if clock is None:
                return original(*args, **kwargs)
            clock.mark(BACKWARD)
            try:
                return original(*args, **kwargs)
            finally:
                clock.mark(FORWARD)

        return engine_run_backward

    def _around_fetching(self, original):
        def __next__(loader):  # noqa: N807
            clock = self.clock
            if clock is None:
                return original(loader)
            clock.begin_fetching()
            try:
                return original(loader)
            finally:
                clock.end_fetching()

        return __next__


def _as_torchs_own(function):
    """Dynamo goes by a function's file: one of torch's autograd is called and never looked into, so that a compiled
    step is compiled as it would be without us, and nothing of it depends on whether a clock runs."""
    function.__code__ = function.__code__.replace(co_filename=torch.autograd.graph.__file__)
    return function


for _each in [*vars(StepClock).values(), *vars(EngineTimes).values()]:
    if callable(_each):
        _as_torchs_own(_each)


def parts_of(session, case, calls):
    """The answer's fields: so many steps, clocked."""
    watch = session.step_watch
    if watch is None:
        return _unclocked("only calls of a training task that are held in step have clocked parts")
    clock = watch.clock = StepClock(session.device, session.target.training_step is not None)
    try:
        with session.context.grad_mode(), measure.no_collection():
            session.make_clocked(case, calls, clock)
    finally:
        watch.clock = None
    if not any(step[3] for step in clock.steps):
        return _unclocked("no backward ran in the step on the thread that calls it")
    return {"observed": True, "steps": clock.steps}


def _unclocked(reason):
    return {"observed": False, "reason": reason}
