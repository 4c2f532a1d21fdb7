# SPDX-License-Identifier: Apache-2.0
"""What a variant sets in torch beside torch.compile: the plan's `torch`, before anything compiles."""

import importlib
from types import SimpleNamespace

import torch

from fusescope_worker.errors import bad_input


def numeric_of(numeric, settings):
    """The plan's numeric context as this variant has it."""
    own = dict(vars(numeric))
    own["grad_mode"] = "inference_mode" if numeric.inference_mode else "no_grad"
    own["tf32"] = True if numeric.tf32 else None  # else as torch has it: convolutions yes, products no
    if settings.memory_format:
        own["channels_last"] = settings.memory_format == "channels_last"
    if settings.autocast:
        own["autocast"] = "" if settings.autocast == "off" else settings.autocast
    for name in ("dtype", "matmul_precision", "grad_mode", "threads"):
        if getattr(settings, name):
            own[name] = getattr(settings, name)
    for name in ("tf32", "deterministic"):
        if getattr(settings, name) is not None:
            own[name] = getattr(settings, name)
    return SimpleNamespace(**own)


def apply(settings, compiled):
    """Of a variant that compiles nothing torch's compiler is not even imported."""
    for name, value in settings.backends.items():
        _switch(name, value)
    if not compiled:
        return
    for module, values in (("torch._dynamo.config", settings.dynamo), ("torch._inductor.config", settings.inductor)):
        for name, value in values.items():
            _configure(module, name, value)


def _configure(module, name, value):
    config = importlib.import_module(module)
    if not hasattr(config, name):
        raise bad_input(f"{module} of torch {torch.__version__} has no '{name}'.")
    try:
        setattr(config, name, value)
    except Exception as error:
        raise bad_input(f"{module}.{name} does not take {value!r}: {str(error).splitlines()[0]}") from error


def _switch(name, value):
    """An attribute of torch.backends, or what its function `enable_…` switches."""
    *parents, last = name.split(".")
    try:
        owner = torch.backends
        for parent in parents:
            owner = getattr(owner, parent)
        enable = getattr(owner, f"enable_{last}", None)
        if callable(enable):
            enable(value)
            return
        getattr(owner, last)
        setattr(owner, last, value)
    except Exception as error:
        raise bad_input(f"torch.backends.{name} cannot be set to {value!r} in torch {torch.__version__}.") from error


def mark_dynamic(settings, input_set, signature):
    """Marks tensors in place; they are those that the calls are given."""
    if not settings.mark_dynamic:
        return input_set
    named = {name: value for name, value in input_set.items()}
    for position, name in enumerate(signature.positional[: len(input_set.args)]):
        named.setdefault(name, input_set.args[position])
    for mark in settings.mark_dynamic:
        tensor = named.get(mark["input"])
        if not isinstance(tensor, torch.Tensor):
            raise bad_input(f"mark_dynamic names '{mark['input']}', but the calls have no such tensor; they have {', '.join(named)}.")
        _mark(tensor, mark["input"], mark.get("dimension", 0))
    return input_set


def _mark(tensor, name, dimension):
    if not -tensor.dim() <= dimension < tensor.dim():
        raise bad_input(f"mark_dynamic names dimension {dimension} of '{name}', which has {tensor.dim()}.")
    torch._dynamo.mark_dynamic(tensor, dimension % tensor.dim())
