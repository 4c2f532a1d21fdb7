# SPDX-License-Identifier: Apache-2.0
"""The measured function of a workload, and how one call of it is made."""

import itertools

import torch

from fusescope_worker.errors import WorkerError
from fusescope_worker.signatures import Signature


class Target:
    """`function` is what is timed with a case's inputs; `module` is what holds the state."""

    def __init__(self, workload, dotted):
        self.module = workload.module
        self.owns_call = workload.call is not None  # the user's own function holds the module
        self.function = workload.call if self.owns_call else workload.module
        if dotted:
            self.function = _member(self.function if self.module is None else self.module, dotted)
            self.owns_call = False
        self.calls_module = isinstance(self.function, torch.nn.Module)
        self.signature = Signature(self.function)
        self.training_step = None  # TrainingStep, when the worker assembles the step

    def wrap_training(self, name, change):
        if self.training_step is not None:
            self.training_step.wrap(name, change)
        elif name == "step":
            self.function = change(self.function)
        else:
            raise WorkerError(
                "bad_input", "The part 'optimizer' needs the optimizer: return it in the callable's dict."
            )


def _member(owner, dotted):
    for part in dotted.split("."):
        try:
            owner = getattr(owner, part)
        except AttributeError as error:
            raise WorkerError("callable_not_found", f"The module has no '{dotted}' to call.") from error
    if not callable(owner):
        raise WorkerError("callable_not_found", f"'{dotted}' of the module is not callable.")
    return owner


def single_call(target, inputs):
    """One call of `target` with one set of inputs, as a function without arguments."""
    if target.training_step is not None:
        return target.training_step.call(inputs)
    taken, _ = target.signature.split(inputs)
    function, args, kwargs = target.function, taken.args, taken.kwargs
    if kwargs:
        return lambda: function(*args, **kwargs)
    if len(args) == 1:
        (only,) = args
        return lambda: function(only)
    return lambda: function(*args)


def measured_call(target, sets, context, mark_step):
    """The timed function: cycles through the case's input sets, autocast inside, outputs dropped.

    `mark_step`: CUDA graphs must be told that a new step begins (their outputs are reused).
    """
    calls = [single_call(target, inputs) for inputs in sets]
    following = itertools.cycle(calls).__next__

    def call_next():
        return following()()

    call = context.autocast(calls[0] if len(calls) == 1 else call_next)
    if not mark_step:
        return call
    mark = getattr(torch.compiler, "cudagraph_mark_step_begin", None)
    if mark is None:
        return call

    def marked_call():
        mark()
        return call()

    return marked_call
