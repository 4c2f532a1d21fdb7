# SPDX-License-Identifier: Apache-2.0
"""Sees the calls of modules that no other module's call made.

Every module's call goes by this while it is installed, which costs time: a lane takes it off as soon as it knows
the module that is measured.
"""

import functools
import sys

import torch

from fusescope_worker.pristine import threading
from fusescope_worker.script import names

_MOST_MODULES = 500  # told apart


class RootModule:
    """A module that the script calls, and what the script calls it."""

    def __init__(self, module, name, frame):
        self.module, self.name = module, name
        self.class_name = type(module).__qualname__
        self.place = names.place_of(frame)


class RootCalls:
    """`seen(root, frame, call, args, kwargs)` makes the call and gives its result."""

    def __init__(self, seen):
        self._seen = seen
        self._inside = threading.local()
        self._roots, self._names = {}, names.Names()
        self._original = None

    def install(self):
        self._original = original = torch.nn.Module.__call__
        inside = self._inside

        def __call__(module, *args, **kwargs):  # noqa: N807
            if getattr(inside, "module", None) is not None:
                return original(module, *args, **kwargs)
            inside.module = module
            try:
                return self._root(module, sys._getframe(1), functools.partial(original, module), args, kwargs)
            finally:
                inside.module = None

        torch.nn.Module.__call__ = __call__

    def uninstall(self):
        if self._original is not None:
            torch.nn.Module.__call__ = self._original

    def _root(self, module, frame, call, args, kwargs):
        root = self._roots.get(id(module))
        if root is None:
            if len(self._roots) >= _MOST_MODULES:
                return call(*args, **kwargs)
            seen = RootModule(module, names.name_of(module, frame), frame)  # holds the module, and so its id
            root = self._roots.setdefault(id(module), seen)
            if root is seen:  # of threads that see it at once, one names it; a lock could be held where a script forks
                root.name = self._names.unique(root.name)
        return self._seen(root, frame, call, args, kwargs)
