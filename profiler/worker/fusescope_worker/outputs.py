# SPDX-License-Identifier: Apache-2.0
"""One call from fixed seeds and a fresh state, its tensors saved for the numeric comparison."""

import contextlib
import copy

import torch

from fusescope_worker import losses, plain, trees
from fusescope_worker.devices import random_states
from fusescope_worker.errors import WorkerError
from fusescope_worker.numeric_context import seed_everything
from fusescope_worker.pristine import gc, os
from fusescope_worker.target import single_call

_CALLS_TO_REPLAY = 3
_LARGEST_DENSE = 1 << 26  # values


class FreshState:
    """Parameters, buffers and optimizer as they were built; each saved call begins from them."""

    def __init__(self, session):
        self._module = session.module
        self._step = session.target.training_step
        self._tensors = {}
        if self._module is not None:
            for name, tensor in _state(self._module):
                with contextlib.suppress(plain.NoValues):  # each call begins from what the one before it left
                    self._tensors[name] = plain.copied(tensor)
        self._optimizers = [(each, copy.deepcopy(each.state_dict())) for each in self._of_steps(session)]

    def _of_steps(self, session):
        """Also those that a whole step of the user's holds."""
        if self._step is not None:
            return [self._step.optimizer]
        if not session.training:
            return []
        # By type(): what isinstance() asks a weak reference whose object is gone raises.
        return [each for each in gc.get_objects() if issubclass(type(each), torch.optim.Optimizer)]

    def restore(self):
        for optimizer, state in self._optimizers:
            optimizer.load_state_dict(copy.deepcopy(state))
        if self._module is None:
            return
        with torch.no_grad():
            for name, tensor in _state(self._module):
                if name in self._tensors:
                    tensor.copy_(self._tensors[name])
        for parameter in self._module.parameters():
            parameter.grad = None


def _state(module):
    yield from module.named_parameters()
    yield from ((name, buffer) for name, buffer in module.named_buffers() if buffer is not None)


@contextlib.contextmanager
def _double(session):
    """Floating state as fp64 in place (closures hold the same module), no autocast."""
    state = _state(session.module) if session.module is not None else ()
    kept = [(tensor, tensor.data) for _, tensor in state if tensor.is_floating_point()]
    default, session.context.enabled = torch.get_default_dtype(), False
    torch.set_default_dtype(torch.float64)
    try:
        for tensor, data in kept:
            tensor.data = as_double(data)
        yield
    finally:
        for tensor, data in kept:
            tensor.grad = None
            tensor.data = data
        torch.set_default_dtype(default)
        session.context.enabled = True


@contextlib.contextmanager
def fallback_random(session):
    """Inductor draws random numbers as eager does; the code changes, so compiled code is dropped."""
    config = None
    with contextlib.suppress(ImportError):
        from torch._inductor import config
    had = getattr(config, "fallback_random", None)
    if had is None:
        yield
        return
    session.facts.reset_compiler()
    config.fallback_random = True
    try:
        yield
    finally:
        config.fallback_random = had
        session.facts.reset_compiler()


class OutputSaver:
    def __init__(self, session):
        self._session = session
        self._fresh = FreshState(session)

    def save(self, case, input_set, path, precision):
        if input_set > 0 and self._session.repeats(case, input_set):
            return {"random_operators": False, "bytes": 0, "repeated": True}
        entries, random_operators = self.entries_of(case, input_set, precision)
        torch.save(entries, path)
        return {"random_operators": random_operators, "bytes": os.path.getsize(path)}

    def entries_of(self, case, input_set, precision, before=None):
        """What one call returned, and whether it drew random numbers. `before` is called before each one made."""
        session = self._session
        context = {"fp64": _double, "fallback_random": fallback_random}.get(precision)
        self._fresh.restore()
        with context(session) if context else contextlib.nullcontext():
            for _ in range(self._calls()):
                if precision != "fp64":
                    self._fresh.restore()
                inputs = session.inputs_for(case, input_set)
                if precision == "fp64":
                    inputs = inputs.map(lambda value: trees.map_tensors(value, as_double))
                if before is not None:
                    before()
                entries, random_operators = self._run(inputs)
        self._fresh.restore()
        return entries, random_operators

    def losses(self, case, steps, precision):
        """Of so many steps from the fresh state."""
        session = self._session
        context = {"fp64": _double, "fallback_random": fallback_random}.get(precision)
        convert = as_double if precision == "fp64" else _as_it_is
        self._fresh.restore()
        with context(session) if context else contextlib.nullcontext():
            found = losses.run(session, case, steps, convert)
        self._fresh.restore()
        return found

    def _calls(self):
        """CUDA graphs replay from the third call on, and the replay is what is timed."""
        return _CALLS_TO_REPLAY if self._session.marks_steps else 1

    def _run(self, inputs):
        session = self._session
        if session.marks_steps:
            torch.compiler.cudagraph_mark_step_begin()
        if session.workload.reset is not None:
            session.workload.reset()
        seed_everything(session.plan.numeric.seed)
        before = random_states(session.device)
        with session.context.grad_mode():
            returned = session.context.autocast(single_call(session.target, inputs))()
            entries = _entries(session, returned)
        after = random_states(session.device)
        return entries, not all(torch.equal(a, b) for a, b in zip(before, after))


def _as_it_is(tensor):
    return tensor


def as_double(tensor):
    if not tensor.is_floating_point():
        return tensor
    try:
        return tensor.double()
    except Exception as error:  # what a subclass refuses with is not known
        raise WorkerError("other", f"{plain.kind(tensor)} has no form in fp64") from error


def _entries(session, returned):
    entries = []
    role = "loss" if session.target.training_step is not None else "output"
    for path, leaf in trees.leaves(returned):
        if not add_entry(entries, role, path, leaf):
            sentence = f"The {role} {path or 'tensor'} is not compared: it is {plain.why_no_values(leaf)}."
            session.notices.add("output_not_compared", sentence)
    if session.training and session.module is not None:
        add_trained(entries, session.module)
    return entries


def add_trained(entries, module):
    for name, parameter in module.named_parameters():
        if parameter.grad is not None:
            add_entry(entries, "gradient", name, parameter.grad)
        add_entry(entries, "parameter", name, parameter)


def add_entry(entries, role, path, leaf):
    """One for each plain tensor that `leaf` is made of. How many: 0 = it has no values to compare."""
    tensor = leaf.detach() if isinstance(leaf, torch.Tensor) else torch.tensor(leaf)
    about = {"role": role, "device": str(tensor.device), "layout": str(tensor.layout)}
    held = _compared_parts(tensor)
    for name, part in held:
        whole_path = ".".join(filter(None, (path, name)))
        copy_ = part.cpu().contiguous().clone()  # the next replay of a CUDA graph overwrites outputs
        entries.append({**about, "path": whole_path, "tensor": copy_})
    return len(held)


def _compared_parts(tensor):
    """Value by value where that is possible: which zeros a sparse tensor keeps is no difference. Nothing of a tensor without
    values."""
    with contextlib.suppress(RuntimeError, NotImplementedError):
        if tensor.is_quantized:
            return [("", tensor.dequantize())]
        if tensor.layout in plain.SPARSE and tensor.numel() <= _LARGEST_DENSE:
            return [("", tensor.to_dense())]
    with contextlib.suppress(plain.NoValues):
        return [(name, plain.countable(part)) for name, part in plain.parts(tensor)]
    return []
