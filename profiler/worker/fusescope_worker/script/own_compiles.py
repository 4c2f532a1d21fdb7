# SPDX-License-Identifier: Apache-2.0
"""The script's own torch.compile and Module.compile: seen, and replaced by what the lane makes of them."""

import functools
import sys

import torch

from fusescope_worker.pristine import json
from fusescope_worker.script import names


class OwnCompile:
    """One place of the script that compiles something."""

    def __init__(self, target, settings, place):
        self.target, self.settings, self.place = target, settings, place
        self.is_module = isinstance(target, torch.nn.Module)
        self.name = type(target).__qualname__ if self.is_module else function_name(target)

    def as_json(self):
        file, line, function = self.place
        return {"name": self.name, "settings": self.settings, "file": file, "line": line, "function": function}


def function_name(function):
    return getattr(function, "__qualname__", type(function).__qualname__).rpartition("<locals>.")[2]


class OwnCompiles:
    """`replaced(own)` gives what the script gets of a torch.compile."""

    def __init__(self, replaced):
        self._replaced = replaced
        self.seen = []

    def install(self):
        original, in_place = torch.compile, torch.nn.Module.compile

        @functools.wraps(original)
        def compile(model=None, **settings):  # noqa: A001
            frame = sys._getframe(1)
            if _not_the_scripts(frame) or settings.get("disable"):
                return original(model, **settings)
            if model is None:
                return lambda function: self._taken(function, settings, frame)
            return self._taken(model, settings, frame)

        @functools.wraps(in_place)
        def compile_module(module, *_args, **settings):
            if _not_the_scripts(sys._getframe(1)):
                return in_place(module, *_args, **settings)
            self._taken(module, settings, sys._getframe(1))
            return None

        torch.compile, torch.nn.Module.compile = compile, compile_module

    def _taken(self, target, settings, frame):
        own = OwnCompile(target, _plain(settings), names.place_of(frame))
        self.seen.append(own)
        if own.is_module:
            target.__dict__.setdefault("_orig_mod", target)  # as scripts ask of what torch.compile returned
        return self._replaced(own)

    def of(self, module):
        """Those that compile the module or a part of it."""
        parts = set(map(id, module.modules()))
        return [own for own in self.seen if _holder(own.target) in parts]


def _holder(target):
    """The module itself, or the one whose method it is."""
    return id(target if isinstance(target, torch.nn.Module) else getattr(target, "__self__", None))


def _not_the_scripts(frame):
    """Of torch itself, or of this package: the start-up compile and the like."""
    return frame.f_globals.get("__name__", "").startswith(("torch.", "fusescope_worker."))


def _plain(settings):
    """As JSON: a backend may be a function."""
    return {name: value if _is_json(value) else function_name(value) for name, value in settings.items()}


def _is_json(value):
    try:
        json.dumps(value)
        return True
    except (TypeError, ValueError):
        return False
