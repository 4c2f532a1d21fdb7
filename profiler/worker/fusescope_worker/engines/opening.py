# SPDX-License-Identifier: Apache-2.0
"""Opens a package as what is called in place of the module, with the same arguments and the same nesting of results."""

import torch
from torch.utils import _pytree

from fusescope_worker import devices
from fusescope_worker.engines import ranges
from fusescope_worker.errors import WorkerError, bad_input

_PROVIDERS = {"cpu": "CPUExecutionProvider", "cuda": "CUDAExecutionProvider", "hip": "ROCMExecutionProvider"}


def open_package(session, package, facts):
    return {"aoti": _aoti, "torchscript": _torchscript, "export": _exported, "onnx": _onnx}[session.variant.engine](
        session, package, facts
    )


def _aoti(_session, package, _facts):
    return torch._inductor.aoti_load_package(package.path)


def _torchscript(session, package, facts):
    return FlatCall(torch.jit.load(package.path, map_location=session.device), facts)


def _exported(_session, package, _facts):
    return torch.export.load(package.path).module()


def _onnx(session, package, facts):
    try:
        import onnxruntime
    except ImportError as error:
        raise WorkerError(
            "engine_missing", f"The engine onnx needs onnxruntime, which cannot be imported: {error}."
        ) from error
    provider = _PROVIDERS.get(devices.kind_of(session.device).word)
    if provider is None:
        raise WorkerError(
            "engine_missing", f"The engine onnx runs on {', '.join(_PROVIDERS)} here, not on {session.device.type}."
        )
    if provider not in onnxruntime.get_available_providers():
        raise WorkerError("engine_missing", f"This onnxruntime has no {provider}: it was built without it.")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = torch.get_num_threads()
    runtime = onnxruntime.InferenceSession(package.path, options, providers=[provider])
    names = [entry.name for entry in runtime.get_inputs()]

    def run(*tensors):
        """Through numpy arrays, which share the tensors' memory on the CPU."""
        if len(tensors) != len(names):
            raise bad_input(f"The ONNX program takes {len(names)} tensors, the call gives {len(tensors)}.")
        given = {name: tensor.numpy(force=True) for name, tensor in zip(names, tensors)}
        return [torch.from_numpy(value) for value in runtime.run(None, given)]

    return FlatCall(run, facts)


class Nesting:
    """Puts the nesting of what the module returned back around tensors; leaves that were none are None."""

    def __init__(self, facts):
        self._tensor = facts["outputs"]
        self._spec = _pytree.treespec_loads(facts["out_spec"]) if facts.get("out_spec") else None

    def around(self, tensors):
        given = iter(tensors)
        values = [next(given) if tensor else None for tensor in self._tensor]
        return tuple(values) if self._spec is None else _pytree.tree_unflatten(values, self._spec)


class FlatCall:
    """What takes and gives tensors alone, called as the module was."""

    def __init__(self, run, facts):
        self._run, self._nesting = run, Nesting(facts)

    def __call__(self, *args, **kwargs):
        if kwargs or not all(isinstance(value, torch.Tensor) for value in args):
            args = [leaf for leaf in _pytree.tree_leaves((args, kwargs)) if isinstance(leaf, torch.Tensor)]
        return self._nesting.around(self._run(*args))


def refuse_cases_outside(session, facts):
    for case in session.cases:
        for inputs in case.sets:
            ranges.refuse_outside(facts["inputs"], ranges.taken(inputs, session.target.signature), case.name)
