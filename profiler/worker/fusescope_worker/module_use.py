# SPDX-License-Identifier: Apache-2.0
"""How much of an eager call each module of the model takes: what is worth compiling by itself."""

import contextlib

import torch

from fusescope_worker import measure
from fusescope_worker.pristine import time

_WARM_UP = 2


class _Watch:
    """Times around the calls of one module. A call within a call of the same module is not counted twice."""

    def __init__(self, synchronize):
        self._synchronize = synchronize
        self._depth = 0
        self._begun = 0
        self.times, self.ns = 0, 0

    def before(self, *_):
        if self._depth == 0:
            self._synchronize()
            self._begun = time.perf_counter_ns()
        self._depth += 1

    def after(self, *_):
        self._depth = max(self._depth - 1, 0)
        if self._depth == 0:
            self._synchronize()
            self.times += 1
            self.ns += time.perf_counter_ns() - self._begun

    def forget(self):
        self._depth, self.times, self.ns = 0, 0, 0


def module_use(session, case, calls):
    if not isinstance(session.module, torch.nn.Module):
        return []
    synchronize = measure.synchronizer(session.device)
    watches = {path: (module, _Watch(synchronize)) for path, module in session.module.named_modules() if path}
    call, reset = session.call_of(case), session.reset_of(case)
    with contextlib.ExitStack() as stack, session.context.grad_mode(), measure.no_collection():
        for module, watch in watches.values():
            _hook(stack, module, watch)
        whole = _time_calls(call, reset, synchronize, calls, [watch for _, watch in watches.values()])
    return [_row(path, module, watch, calls, whole) for path, (module, watch) in watches.items()]


def _hook(stack, module, watch):
    """What takes no hooks, as some compiled modules, counts as never called."""
    with contextlib.suppress(Exception):
        stack.callback(module.register_forward_pre_hook(watch.before).remove)
        stack.callback(module.register_forward_hook(watch.after).remove)


def _time_calls(call, reset, synchronize, calls, watches):
    whole = 0
    for number in range(_WARM_UP + calls):
        if number == _WARM_UP:
            whole = 0
            for watch in watches:
                watch.forget()
        if reset is not None:
            reset()
        synchronize()
        start = time.perf_counter_ns()
        call()
        synchronize()
        whole += time.perf_counter_ns() - start
    return whole


def _row(path, module, watch, calls, whole):
    ratio = watch.ns / whole if whole > 0 else 0.0
    return {"path": path, "class": type(module).__name__, "times": watch.times / calls, "call_ratio": ratio}
