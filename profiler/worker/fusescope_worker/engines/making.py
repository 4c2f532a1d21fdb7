# SPDX-License-Identifier: Apache-2.0
"""Exports, traces or compiles the measured module, and writes the program with what is told of it."""

import contextlib

import torch
from torch.utils import _pytree

from fusescope_worker.engines import ranges
from fusescope_worker.engines.package import Making
from fusescope_worker.errors import WorkerError, bad_input, causes, class_names
from fusescope_worker.pristine import traceback
from fusescope_worker.user_frames import parse_frames, user_frame

_LONGEST_REASON = 240


def make(session, package, inputs):
    """Into `package`; each step is a phase of its own: `package_export`, `package_compile`, `package_save` …"""
    engine = session.variant.engine
    example = ranges.example_of(session.cases, session.target.signature)
    with Making(package, engine) as making, torch.no_grad(), session.context.autocast_block():
        making.facts = {"engine": engine, "inputs": [each.as_json() for each in inputs], "torch": torch.__version__}
        maker = {"aoti": _aoti, "torchscript": _torchscript, "export": _exported, "onnx": _onnx}[engine]
        with _refusals(engine):
            maker(session, example, inputs, making)


def _exported_program(session, example, inputs, making):
    with session.phase("package_export"):
        program = torch.export.export(
            session.target.function,
            example.args,
            example.kwargs,
            dynamic_shapes=_dynamic_shapes(example, inputs),
            strict=False,
        )
    making.facts["out_spec"] = _dumped(program.call_spec.out_spec)
    making.facts["outputs"] = [_is_tensor(spec) for spec in program.graph_signature.output_specs if _is_result(spec)]
    return program


def _dynamic_shapes(example, inputs):
    """None where every size is the same in all cases."""
    collection, some = torch.export.ShapesCollection(), False
    for (_, tensor), sizes in zip(ranges.tensors_of(example), inputs):
        changing = {
            dimension: _hint(low, high) for dimension, (low, high) in enumerate(sizes.sizes) if low != high
        }
        if changing:
            collection[tensor] = changing
            some = True
    return collection if some else None


def _hint(low, high):
    auto = torch.export.Dim.AUTO
    return auto if high >= ranges.UNBOUNDED else auto(min=low, max=high)


def _dumped(spec):
    try:
        return _pytree.treespec_dumps(spec)
    except Exception:  # a container that nobody told torch how to write
        return None


def _aoti(session, example, inputs, making):
    program = _exported_program(session, example, inputs, making)
    settings = session.variant.settings
    with session.phase("package_compile"):
        torch._inductor.aoti_compile_and_package(
            program, package_path=making.path, inductor_configs=dict(settings.options) or None
        )


def _exported(session, example, inputs, making):
    program = _exported_program(session, example, inputs, making)
    with session.phase("package_save"):
        torch.export.save(program, making.path)


class _Flat(torch.nn.Module):
    """Tensors in, tensors out: a trace knows no nesting with None in it, and no keyword arguments beside others."""

    def __init__(self, module, example):
        super().__init__()
        self.module = module
        self._leaves, self._spec = _pytree.tree_flatten((example.args, example.kwargs))
        self.results = None  # the nesting of what the module returned

    def forward(self, *tensors):
        given = iter(tensors)
        leaves = [next(given) if isinstance(leaf, torch.Tensor) else leaf for leaf in self._leaves]
        args, kwargs = _pytree.tree_unflatten(leaves, self._spec)
        leaves, self.results = _pytree.tree_flatten(self.module(*args, **kwargs))
        self.tensor = [isinstance(leaf, torch.Tensor) for leaf in leaves]
        return tuple(leaf for leaf in leaves if isinstance(leaf, torch.Tensor))


def _torchscript(session, example, inputs, making):
    flat = _Flat(session.target.function, example)
    tensors = tuple(tensor for _, tensor in ranges.tensors_of(example))
    with session.phase("package_trace"):
        program = torch.jit.freeze(torch.jit.trace(flat, tensors, check_trace=False).eval())
    with session.phase("package_save"):
        torch.jit.save(program, making.path)
    making.facts["out_spec"], making.facts["outputs"] = _dumped(flat.results), flat.tensor


def _onnx(session, example, inputs, making):
    _need("onnx", "onnxscript", "onnxruntime")
    program = _exported_program(session, example, inputs, making)
    with session.phase("package_convert"):
        converted = torch.onnx.export(program, dynamo=True, verbose=False)
    with session.phase("package_save"):
        converted.save(making.path)


def _is_result(spec):
    """Not a buffer that the call changes."""
    return spec.kind.name == "USER_OUTPUT"


def _is_tensor(spec):
    return type(spec.arg).__name__ == "TensorArgument"


def _need(*packages):
    import importlib.util

    absent = [name for name in packages if importlib.util.find_spec(name) is None]
    if absent:
        raise WorkerError("engine_missing", f"The engine onnx needs {' and '.join(absent)}, which this interpreter has not.")


@contextlib.contextmanager
def _refusals(engine):
    """What torch says when a model is no single program: one sentence, with the user's line."""
    try:
        yield
    except (WorkerError, MemoryError):
        raise
    except Exception as error:
        if not _of_exporting(error):
            raise
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        reason = lines[0][:_LONGEST_REASON].rstrip(".") if lines else type(error).__name__
        raise WorkerError("export_failed", f"{_STEP[engine]} failed{_place_of(error)}: {reason}.") from error


_STEP = {"aoti": "torch.export", "export": "torch.export", "torchscript": "torch.jit.trace", "onnx": "The export to ONNX"}


def _of_exporting(error):
    names = {name for cause in causes(error) for name in class_names(cause)}
    return not names.intersection({"InvalidCxxCompiler", "CppCompileError", "OutOfMemoryError"})


def _place_of(error):
    """The innermost line of the user: of the exception's own stack, else of the one that its text tells."""
    frames = [(frame.filename, frame.lineno, frame.name) for frame in traceback.extract_tb(error.__traceback__)]
    found = user_frame(parse_frames(str(error))) or user_frame(frames)
    return f" at {found[0]}:{found[1]} ({found[2]})" if found else ""


def refuse_what_is_no_module(session):
    """An engine takes a module whole; the user's own function is none."""
    if session.target.owns_call or not isinstance(session.target.function, torch.nn.Module):
        raise bad_input("The measured call is a function; what is exported is a module: return it in the callable.")
    if session.workload.compiled_ahead or isinstance(session.module, torch.jit.ScriptModule):
        raise bad_input("The model is a program already; an engine is given the module that it was made from.")
