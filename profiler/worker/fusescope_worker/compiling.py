# SPDX-License-Identifier: Apache-2.0
"""torch.compile on the compiled parts, and fences around what is kept out."""

import importlib

import torch

from fusescope_worker.errors import WorkerError, bad_input
from fusescope_worker.pristine import re

STEP = "step"
OPTIMIZER = "optimizer"
WHOLE = ""
_torch_compile = torch.compile  # bound now: that of a script is replaced


def compile_arguments(settings):
    arguments = {"fullgraph": settings.fullgraph}
    if settings.dynamic is not None:
        arguments["dynamic"] = settings.dynamic
    for name in ("mode", "backend"):
        if getattr(settings, name) is not None:
            arguments[name] = getattr(settings, name)
    if settings.options:
        arguments["options"] = settings.options
    return arguments


def glob_pattern(glob):
    """`*` stays inside one part of a qualified name, `**` crosses dots."""
    pattern = ""
    for piece in re.split(r"(\*\*|\*|\?)", glob):
        pattern += {"**": ".*", "*": "[^.]*", "?": "[^.]"}.get(piece, re.escape(piece))
    return re.compile(pattern + r"\Z")


def matching_modules(module, glob):
    pattern = glob_pattern(glob)
    return [sub for name, sub in module.named_modules() if name and pattern.match(name)]


class Compiler:
    """Changes a Target so that its compiled parts are compiled; torch compiles at the first call."""

    def __init__(self, target, settings, training):
        self._target = target
        self._settings = settings
        self._training = training

    def apply(self, parts, fences):
        for fence in fences:
            self._fence(fence)
        for part in parts:
            self._part(part.target, part.settings or self._settings)

    def _part(self, name, settings):
        if name == WHOLE:
            self._whole(settings)
        elif name in (STEP, OPTIMIZER):
            if not self._training:
                raise bad_input(f"The compiled part '{name}' exists in training only.")
            self._target.wrap_training(name, lambda function: compiled(function, settings))
        elif ":" in name:
            _replace_function(name, lambda function: compiled(function, settings))
        else:
            for module in self._modules(name, "compiled part"):
                compiled_in_place(module, settings)

    def _whole(self, settings):
        """In place where the user's own call holds the module, else as users write it."""
        target = self._target
        if target.calls_module:
            target.function = compiled(target.function, settings)
        elif target.owns_call and target.module is not None:
            compiled_in_place(target.module, settings)
        else:
            target.function = compiled(target.function, settings)

    def _fence(self, name):
        if ":" in name:
            _replace_function(name, torch.compiler.disable)
            return
        for module in self._modules(name, "fence"):
            module.forward = torch.compiler.disable(module.forward)

    def _modules(self, glob, what):
        if self._target.module is None:
            raise bad_input(f"The {what} '{glob}' names modules, but the callable returned none.")
        found = matching_modules(self._target.module, glob)
        if not found:
            some = [name for name, _ in self._target.module.named_modules() if name][:5]
            raise bad_input(f"The {what} '{glob}' matches no module; there are {', '.join(some) or 'none'} and so on.")
        return found


def compiled(function, settings):
    return _checked(lambda: _torch_compile(function, **compile_arguments(settings)))


def compiled_autograd(settings):
    """A block in which each backward is compiled as a whole."""
    from torch._dynamo import compiled_autograd as autograd
    from torch._dynamo import config

    dynamic = settings.dynamic if settings.dynamic is not None else not config.assume_static_by_default
    return autograd._enable(lambda graph: compiled(graph, settings), dynamic=dynamic)


def compiled_in_place(module, settings):
    """Not Module.compile(): in torch 2.11 that leaves torch's own modules (Linear, Sequential) eager."""
    module.forward = compiled(module.forward, settings)


def _checked(compile_it):
    """Refusals of torch.compile() itself, in one sentence each."""
    try:
        return compile_it()
    except Exception as error:
        if type(error).__name__ == "InvalidBackend":
            raise
        text = str(error)
        if isinstance(error, (RuntimeError, ValueError)) and re.search("mode|option|config", text):
            raise bad_input(f"torch.compile refused the settings: {text.splitlines()[0]}") from error
        raise


def _replace_function(name, change):
    """package.module:function, replaced where it is looked up by name."""
    path, _, dotted = name.partition(":")
    try:
        owner = importlib.import_module(path)
    except ModuleNotFoundError as error:
        raise WorkerError("module_not_found", f"'{name}' names a module that is not there: {error.name}.") from error
    *parents, last = dotted.split(".")
    try:
        for parent in parents:
            owner = getattr(owner, parent)
        function = getattr(owner, last)
    except AttributeError as error:
        raise WorkerError("callable_not_found", f"{path} has no '{dotted}'.") from error
    setattr(owner, last, change(function))
