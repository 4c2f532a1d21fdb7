# SPDX-License-Identifier: Apache-2.0
"""The losses of consecutive training steps from the state that was built, for curves of both sides."""

import math

import torch

from fusescope_worker import numeric_context, trees
from fusescope_worker.devices import random_states
from fusescope_worker.errors import as_json, bad_input
from fusescope_worker.target import single_call


class Roots:
    """What each backward begins from; a scaler's factor is taken off again."""

    def __init__(self):
        self.first = None  # of the step that runs
        self._unscaled = (None, None)

    def install(self):
        self._watch_scaler()
        original, roots = torch.Tensor.backward, self

        def backward(tensor, *args, **kwargs):
            roots.see(tensor)
            return original(tensor, *args, **kwargs)

        torch.Tensor.backward = backward

    def see(self, tensor):
        if self.first is None and tensor.numel() == 1:
            scaled, loss = self._unscaled
            self.first = (loss if scaled is tensor else tensor).detach().clone()

    def take(self):
        first, self.first, self._unscaled = self.first, None, (None, None)
        return first

    def _watch_scaler(self):
        original, roots = torch.amp.GradScaler.scale, self

        def scale(scaler, outputs):
            scaled = original(scaler, outputs)
            if isinstance(outputs, torch.Tensor):
                roots._unscaled = (scaled, outputs)
            return scaled

        torch.amp.GradScaler.scale = scale


def returned_loss(returned):
    """A number, a tensor of one, or what is called `loss`; None where there is none."""
    if isinstance(returned, dict):
        returned = returned.get("loss")
    returned = getattr(returned, "loss", returned)
    if isinstance(returned, torch.Tensor):
        return returned if returned.numel() == 1 and returned.is_floating_point() else None
    return returned if isinstance(returned, float) else None


def finite(loss):
    value = float(loss)
    return value if math.isfinite(value) else None


def run(session, case, steps, convert):
    """The answer's fields, of steps that go through the case's inputs in turn. Where one fails, those before it and why."""

    if session.workload.reset is not None:
        session.workload.reset()
    numeric_context.seed_everything(session.plan.numeric.seed)
    before, losses, reason = random_states(session.device), [], ""
    try:
        with session.context.grad_mode():
            for number in range(steps):
                losses.append(_one(session, case, number, convert))
    except Exception as error:
        reason = as_json(error, "losses", case)["sentence"]
    after = random_states(session.device)
    return {"losses": losses, "random_operators": not all(map(torch.equal, before, after)), "reason": reason}


def _one(session, case, number, convert):
    if session.marks_steps:
        torch.compiler.cudagraph_mark_step_begin()
    inputs = session.inputs_for(case, number % len(session.cases[case].sets))
    inputs = inputs.map(lambda value: trees.map_tensors(value, convert))
    loss = returned_loss(session.context.autocast(single_call(session.target, inputs))())
    if loss is None:
        raise bad_input("The step gives no loss back: return it, so that loss curves can be drawn.")
    return finite(loss)
