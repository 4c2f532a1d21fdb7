# SPDX-License-Identifier: Apache-2.0
"""What the first calls of a script give, for the numeric comparison: call i of a lane with call i of the baseline."""

import copy
from types import SimpleNamespace

import torch

from fusescope_worker import devices, losses, outputs, plain, trees
from fusescope_worker.errors import WorkerError
from fusescope_worker.pristine import os
from fusescope_worker.script.loop import ScriptCall


class ScriptOutputs:
    """As outputs.OutputSaver; a set of inputs is the script's call of that number."""

    def __init__(self, session):
        self._session, self._gate, self._lane = session, session.gate, session.lane
        self._run = session.handover.run
        self._made = 0
        self._last = None  # what the last call needs to be made again, its entries, whether it drew random numbers
        self._roots = losses.Roots()
        if session.training:
            self._run(self._roots.install)
            if session.variant.compiled:
                self._run(_draw_as_eager)  # from the start: a step of a script is not made twice

    def save(self, case, input_set, path, precision):
        if precision == "as_is":
            self._call(input_set)
            entries = self._last.entries
        elif self._session.training:
            entries = self._step_again(precision)
        else:
            if precision == "fp64":
                self._stand_before(input_set)
            entries = self._run(self._in_double if precision == "fp64" else self._with_eagers_random)
        torch.save(entries, path)
        drawn = precision != "fp64" and self._last.random_operators
        return {"random_operators": drawn, "bytes": os.path.getsize(path)}

    def _call(self, number):
        if number < self._made:
            raise WorkerError("other", "A call of a script is made once, and another one is asked for.")
        while self._made <= number:
            result = ScriptCall(self._lane).around(self._before, lambda: None)
            self._run(lambda: self._after(result))
            self._made += 1

    def _stand_before(self, number):
        while self._made < number:
            self._lane.make(1)
            self._made += 1
        self._lane.advance()

    def _before(self):
        self._roots.take()
        gate, module = self._gate, self._session.module
        again = None
        if not self._session.training:
            buffers = [(buffer, plain.copy_of(buffer)) for buffer in (module.buffers() if module is not None else ())]
            again = (gate.function, _copied(gate.args), _copied(gate.kwargs), buffers)
        self._last = SimpleNamespace(again=again, random=devices.random_states(self._session.device))

    def _after(self, result):
        last = self._last
        now = devices.random_states(self._session.device)
        last.random_operators = not all(map(torch.equal, last.random, now))
        last.entries = _entries(result)
        loss = self._roots.take()
        if loss is not None:
            outputs.add_entry(last.entries, "loss", "", loss)
        if self._session.training and self._session.module is not None:
            outputs.add_trained(last.entries, self._session.module)

    def losses(self, _case, steps, precision):
        """Of the script's next steps: both sides have made as many before."""
        if precision == "fp64":
            raise WorkerError("other", "Training steps of a script are not made again in fp64.")
        found, reason = [], ""
        self._run(self._roots.take)
        for _ in range(steps):
            try:
                self._lane.make(1)
            except WorkerError as error:
                reason = str(error)
                break
            self._made += 1
            loss = self._run(self._roots.take)
            if loss is None:
                reason = "no backward began from a single number in a step"
                break
            found.append(losses.finite(loss))
        return {"losses": found, "random_operators": False, "reason": reason}

    def _step_again(self, precision):
        if precision == "fp64":
            raise WorkerError("other", "A training step of a script is not made again in fp64.")
        return self._last.entries  # they were drawn as eager draws

    def _with_eagers_random(self):
        """The last call once more, where the script stands."""
        function, args, kwargs, buffers = self._last.again
        after = devices.random_states(self._session.device)
        with outputs.fallback_random(self._session), torch.no_grad():
            devices.set_random_states(self._last.random, self._session.device)
            for buffer, value in buffers:
                buffer.copy_(value)
            entries = _entries(function(*args, **kwargs))
        devices.set_random_states(after, self._session.device)
        return entries

    def _in_double(self):
        """The call before which the script stands, by a copy of the module; the script's own is made afterwards."""
        gate, module = self._gate, self._session.module
        if module is None:
            raise WorkerError("other", "A function of a script is not called again in fp64.")
        default, before = torch.get_default_dtype(), devices.random_states(self._session.device)
        torch.set_default_dtype(torch.float64)
        try:
            double = copy.deepcopy(module).double()
            call = getattr(double, self._session.chosen.method) if self._session.chosen.is_method else double
            return _entries(call(*_doubled(gate.args), **_doubled(gate.kwargs)))
        finally:
            torch.set_default_dtype(default)
            devices.set_random_states(before, self._session.device)


def _entries(result):
    entries = []
    for path, leaf in trees.leaves(result):
        outputs.add_entry(entries, "output", path, leaf)
    return entries


def _copied(tree):
    return trees.map_tensors(tree, plain.copy_of)


def _doubled(tree):
    return trees.map_tensors(_copied(tree), outputs.as_double)


def _draw_as_eager():
    try:
        from torch._inductor import config
    except ImportError:
        return
    if hasattr(config, "fallback_random"):
        config.fallback_random = True
