# SPDX-License-Identifier: Apache-2.0
"""Finds the chosen call in a run of the script, and puts the gate around it."""

import copyreg
import functools
import sys

import torch
from torch.optim.optimizer import register_optimizer_step_post_hook

from fusescope_worker.script import names
from fusescope_worker.script.own_compiles import function_name
from fusescope_worker.script.root_calls import RootCalls

_OURS = ("forward", "_orig_mod")  # in a module that is compiled in place


class ChosenCall:
    """By the name that discovery gave it: a module (`model`), a method of one (`model.generate`), or a function that
    the script compiles. `found(module, function)` is told on the script's thread, before the first call."""

    def __init__(self, name, training, gate, found):
        self.name = name
        self._training, self._gate, self._found = training, gate, found
        self._roots = RootCalls(self._seen_root)
        self._functions = names.Names()
        self.method = name.rpartition(".")[2] if "." in name else ""
        self.module = None
        self.is_method = False

    def install(self):
        self._roots.install()
        if self.method:
            self._watch_new_modules()
        if self._training:
            register_optimizer_step_post_hook(self._stepped)

    def function(self, target):
        """What stands for a function that the script compiles, where it is the chosen one: (eager function) → wrapped
        one; None where it is another."""
        if self._functions.unique(function_name(target)) != self.name:
            return None
        self._uninstall()
        return self._around_function

    # Functions and methods: the call is the unit, also where it is a whole training step

    def _around_function(self, function):
        gate, known = self._gate, []

        @functools.wraps(function)
        def gated(*args, **kwargs):
            if gate.lets_through():
                return function(*args, **kwargs)
            with gate.finding:
                if not known:
                    known.append(True)
                    self._found(None, function, args, kwargs)
            return through(gate, function, args, kwargs)

        return gated

    def _watch_new_modules(self):
        """A method's first call begins before its module is seen: each class that has it is watched."""
        original, chosen = torch.nn.Module.__init__, self
        watched = set()

        @functools.wraps(original)
        def __init__(module, *args, **kwargs):  # noqa: N807
            original(module, *args, **kwargs)
            kind = type(module)
            if chosen.module is None and kind not in watched and callable(getattr(kind, chosen.method, None)):
                watched.add(kind)
                setattr(kind, chosen.method, chosen._around_method(getattr(kind, chosen.method)))

        torch.nn.Module.__init__ = __init__
        self._restore_init = lambda: setattr(torch.nn.Module, "__init__", original)

    def _around_method(self, method):
        gate = self._gate

        @functools.wraps(method)
        def gated(module, *args, **kwargs):
            with gate.finding:
                if self.module is None and not gate.lets_through():
                    self._consider_method(module, sys._getframe(1), args, kwargs)
            if module is not self.module or gate.lets_through():
                return method(module, *args, **kwargs)
            return through(gate, functools.partial(method, module), args, kwargs)

        return gated

    def _consider_method(self, module, frame, args, kwargs):
        if f"{names.name_of(module, frame)}.{self.method}" == self.name:
            self.module, self.is_method = module, True
            self._uninstall()
            self._found(module, functools.partial(getattr(type(module), self.method), module), args, kwargs)

    # Modules

    def _seen_root(self, root, frame, call, args, kwargs):
        if root.name != self.name or self._gate.lets_through() or not self._counts(root.module):
            return call(*args, **kwargs)
        with self._gate.finding:
            if self.module is None:
                self.module = root.module
                self._uninstall()
                self._found(root.module, None, args, kwargs)
                _take(root.module, self._gated)
        return self._gated(root.module, call, args, kwargs)

    def _gated(self, module, call, args, kwargs):
        if self._gate.lets_through() or not self._counts(module):
            return call(*args, **kwargs)
        return through(self._gate, call, args, kwargs, ends=not self._training)

    def _counts(self, module):
        """In a training script calls that only evaluate are no steps."""
        return not self._training or (module.training and torch.is_grad_enabled())

    def _stepped(self, *_):
        if self._gate.open and self.module is not None and not self.is_method:
            self._gate.end()

    def _uninstall(self):
        self._roots.uninstall()
        getattr(self, "_restore_init", lambda: None)()


def through(gate, function, args, kwargs, ends=True):
    gate.begin(function, args, kwargs)
    try:
        result = gate.make(function, args, kwargs)
    except BaseException:
        gate.broke_off()
        raise
    gate.returned(result)
    if ends:
        gate.end()
    return result


def _take(module, gated):
    """Calls of this one module go through `gated`: by a class of its own, so that those of no other do, and what is
    compiled (its forward) does not see it. Copies of it and what is saved have the class that the script gave it."""
    kind = type(module)

    class Taken(kind):
        def __call__(self, *args, **kwargs):
            if self is not module:
                return kind.__call__(self, *args, **kwargs)
            return gated(self, functools.partial(kind.__call__, self), args, kwargs)

        def __reduce_ex__(self, protocol):
            _, _, state, *rest = super().__reduce_ex__(protocol)
            if isinstance(state, dict):
                state = {name: value for name, value in state.items() if name not in _OURS}
            return copyreg._reconstructor, (kind, object, None), state, *rest

    for name in ("__name__", "__qualname__", "__module__", "__doc__"):
        setattr(Taken, name, getattr(kind, name))
    object.__setattr__(module, "__class__", Taken)
