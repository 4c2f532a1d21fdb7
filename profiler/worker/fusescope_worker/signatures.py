# SPDX-License-Identifier: Apache-2.0
"""Which of the given inputs a function takes."""

import inspect

import torch

from fusescope_worker.workload import InputSet

_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


class Signature:
    """Parameters of a function or of a module's forward; unknown for compiled C++ ones."""

    def __init__(self, target):
        function = target.forward if isinstance(target, torch.nn.Module) else target
        try:
            parameters = list(inspect.signature(function).parameters.values())
        except (TypeError, ValueError):
            parameters = None
        kinds = [parameter.kind for parameter in parameters or []]
        self.known = parameters is not None
        self.positional = [p.name for p in parameters or [] if p.kind in _POSITIONAL]
        self.names = [p.name for p in parameters or [] if p.kind in _NAMED]
        self.required = [p.name for p in parameters or [] if p.kind in _POSITIONAL and p.default is p.empty]
        self.any_args = not self.known or inspect.Parameter.VAR_POSITIONAL in kinds
        self.any_kwargs = not self.known or inspect.Parameter.VAR_KEYWORD in kinds

    def takes(self, name):
        return self.any_kwargs or name in self.names

    def names_one(self, name):
        return name in self.names

    def split(self, inputs):
        """(what the function takes, the rest): targets of a loss travel beside the inputs."""
        count = len(inputs.args) if self.any_args else min(len(inputs.args), len(self.positional))
        taken = {name: value for name, value in inputs.kwargs.items() if self.takes(name)}
        rest = {name: value for name, value in inputs.kwargs.items() if name not in taken}
        return InputSet(inputs.args[:count], taken), InputSet(inputs.args[count:], rest)

    def missing(self, inputs):
        """Names of what the function needs and is not given."""
        return [name for name in self.required[len(inputs.args) :] if name not in inputs.kwargs]

    def accepts(self, args):
        """These positional arguments alone make a call."""
        if not self.known:
            return True
        return len(self.required) <= len(args) and (self.any_args or len(args) <= len(self.positional))
