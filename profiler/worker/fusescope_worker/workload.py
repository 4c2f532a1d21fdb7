# SPDX-License-Identifier: Apache-2.0
"""What the user's callable returned, in one shape (docs/development/architecture.md, 3)."""

from dataclasses import dataclass, field

import torch

from fusescope_worker.errors import bad_input

_KEYS = {
    "call",
    "module",
    "inputs",
    "compile",
    "reset",
    "items",
    "loss",
    "optimizer",
    "scaler",
    "accumulate",
    "default_inputs",  # of library models: name → (shape, dtype, range)
    "compiled_ahead",  # an AOTInductor package: already compiled
}


@dataclass
class Workload:
    call: object = None  # the user's own measured function
    module: object = None
    inputs: object = None  # as the callable gave them; inputs.py reads the forms
    compile: object = None
    reset: object = None
    items: object = None  # a number, or numbers by case name
    loss: object = None
    optimizer: object = None
    scaler: object = None
    accumulate: int = 1  # batches of a training step
    default_inputs: dict = field(default_factory=dict)
    compiled_ahead: bool = False


@dataclass
class InputSet:
    """Arguments of one call."""

    args: tuple = ()
    kwargs: dict = field(default_factory=dict)

    def items(self):
        yield from ((str(index), value) for index, value in enumerate(self.args))
        yield from self.kwargs.items()

    def map(self, change):
        return InputSet(
            tuple(change(value) for value in self.args),
            {name: change(value) for name, value in self.kwargs.items()},
        )


def workload_from(returned):
    if isinstance(returned, dict):
        return _from_dict(returned)
    if isinstance(returned, (tuple, list)):
        return _from_tuple(tuple(returned))
    return Workload(**_module_or_call(returned))


def _from_dict(returned):
    unknown = sorted(str(key) for key in set(returned) - _KEYS)
    if unknown:
        known = ", ".join(sorted(_KEYS - {"default_inputs", "compiled_ahead"}))
        raise bad_input(f"The callable's dict has the unknown key '{unknown[0]}'; known are {known}.")
    workload = Workload(**returned)
    if workload.call is None and workload.module is None:
        raise bad_input("The callable's dict names neither a module nor a call: there is nothing to run.")
    if not isinstance(workload.compile, (type(None), str, list, tuple, dict)):
        raise bad_input("'compile' in the callable's dict is neither a target nor a list or dict of targets.")
    for name in ("call", "reset", "loss"):
        value = getattr(workload, name)
        if value is not None and not callable(value):
            raise bad_input(f"'{name}' in the callable's dict is a {type(value).__name__}, not callable.")
    if not isinstance(workload.accumulate, int) or workload.accumulate < 1:
        raise bad_input("'accumulate' in the callable's dict is no count of batches that a training step takes.")
    if workload.module is None and isinstance(workload.call, torch.nn.Module):
        workload.module, workload.call = workload.call, None
    if workload.module is not None and not isinstance(workload.module, torch.nn.Module):
        if workload.call is not None or not callable(workload.module):
            raise bad_input(f"'module' in the callable's dict is a {type(workload.module).__name__}.")
        workload.call, workload.module = workload.module, None
    return workload


def _from_tuple(returned):
    if not 1 <= len(returned) <= 3:
        raise bad_input(f"The callable returned a tuple of {len(returned)}; (module, args, kwargs) has up to three.")
    args = returned[1] if len(returned) > 1 else None
    kwargs = returned[2] if len(returned) > 2 else {}
    if not isinstance(kwargs, dict):
        raise bad_input("The third of (module, args, kwargs) is no dict.")
    workload = Workload(**_module_or_call(returned[0]))
    if len(returned) > 1:
        workload.inputs = _arguments(args, kwargs)
    return workload


def _arguments(args, kwargs):
    if isinstance(args, dict):
        return InputSet((), {**args, **kwargs})
    if args is None:
        return InputSet((), dict(kwargs))
    if isinstance(args, (tuple, list)):
        return InputSet(tuple(args), dict(kwargs))
    return InputSet((args,), dict(kwargs))


def _module_or_call(value):
    if isinstance(value, torch.nn.Module):
        return {"module": value}
    if callable(value):
        return {"call": value}
    raise bad_input(
        f"The callable returned a {type(value).__name__}; it should return a module, (module, args), "
        "(module, args, kwargs) or a dict."
    )
