# SPDX-License-Identifier: Apache-2.0
"""A training step made of the workload's parts: zero_grad, forward, loss, backward, optimizer step.

A callable that returns its own `call` for a training task is the whole step itself.
"""

import contextlib

import torch

from fusescope_worker import trees
from fusescope_worker.errors import WorkerError
from fusescope_worker.signatures import Signature

_DEFAULT_LEARNING_RATE = 1e-3


def mean_of_squares(output):
    """The default loss: the model's own where it gives one, else the mean of squares of its outputs."""
    own = output.get("loss") if isinstance(output, dict) else getattr(output, "loss", None)
    if isinstance(own, torch.Tensor):
        return own
    floats = [leaf for leaf in trees.tensors(output) if leaf.is_floating_point()]
    if not floats:
        raise WorkerError("bad_input", "The module returned no floating tensor to make a loss of: return a 'loss'.")
    return sum(leaf.float().square().mean() for leaf in floats)


def training_parts(workload, module, notices):
    """(loss, optimizer): the user's, or defaults that are said."""
    loss, optimizer = workload.loss, workload.optimizer
    if loss is None:
        loss = mean_of_squares
        sentence = "No loss was given: the model's own is used, or else the mean of squares of the outputs."
        notices.add("default_loss", sentence)
    if optimizer is None:
        parameters = [parameter for parameter in module.parameters() if parameter.requires_grad]
        if not parameters:
            raise WorkerError("bad_input", "The module has no parameter that needs a gradient to train.")
        optimizer = torch.optim.SGD(parameters, lr=_DEFAULT_LEARNING_RATE)
        sentence = f"No optimizer was given: SGD with a learning rate of {_DEFAULT_LEARNING_RATE} is used."
        notices.add("default_optimizer", sentence)
    elif not hasattr(optimizer, "zero_grad") and callable(optimizer):
        optimizer = optimizer(module.parameters())  # a class or a factory
    return loss, optimizer


class TrainingStep:
    def __init__(self, target, loss, optimizer, scaler, autocast_block=contextlib.nullcontext, batches=1):
        self._target = target
        self._loss = loss
        self._loss_signature = Signature(loss)
        self.optimizer = optimizer
        self._scaler = scaler
        self._autocast_block = autocast_block
        self._batches = batches
        self._optimizer_step = optimizer.step
        self._step = self._run

    def wrap(self, part, change):
        """Compiles the whole step, or the optimizer's part of it."""
        if part == "step":
            self._step = change(self._run)
        else:
            optimizer = self.optimizer
            self._optimizer_step = change(lambda: optimizer.step())

    def run_within(self, block):
        """Makes each step within `block()`, as a user would write it around the loop's body."""
        step = self._step

        def within(*arguments):
            with block():
                return step(*arguments)

        self._step = within

    def call(self, inputs):
        taken, rest = self._target.signature.split(inputs)
        extra = self._loss_arguments(inputs, rest)
        return lambda: self._step(taken.args, taken.kwargs, extra)

    def _loss_arguments(self, inputs, rest):
        """What the loss takes besides the output: inputs that it names, or that the module left over."""
        by_name = dict(inputs.items())
        further = self._loss_signature.positional[1:]
        named = [by_name[name] for name in further if name in by_name]
        if named:
            return tuple(named)
        if rest.args or rest.kwargs:
            return (*rest.args, *rest.kwargs.values())
        if len(self._loss_signature.required) > 1:
            return (inputs.kwargs or inputs.args,)
        return ()

    def forward_loss(self, args, kwargs, extra):
        with self._autocast_block():
            output = self._target.function(*args, **kwargs)
            return output, self._loss(output, *extra)

    def _run(self, args, kwargs, extra):
        self.optimizer.zero_grad(set_to_none=True)
        for _ in range(self._batches):
            _, loss = self.forward_loss(args, kwargs, extra)
            part = loss if self._batches == 1 else loss / self._batches
            (part if self._scaler is None else self._scaler.scale(part)).backward()
        if self._scaler is None:
            self._optimizer_step()
        else:
            self._scaler.step(self.optimizer)
            self._scaler.update()
        return loss
