# SPDX-License-Identifier: Apache-2.0
"""Where in a model an error comes in: what each module returned, in a variant against the baseline and both against
fp64.

The outputs are kept by forward hooks. torch.compile traces them, so that what they keep becomes outputs of the
graph: one more compile, in a process of its own. Kept outputs can change which operators are fused; whether the
variant's own outputs stayed as they were is told beside the figures."""

import contextlib
import sys

import torch

from fusescope_worker import numerics, outputs, plain, trees, user_frames
from fusescope_worker.errors import sentence_of
from fusescope_worker.pristine import os

_MOST_TENSORS = 2000
_MOST_BYTES = 1 << 30  # of what is kept, in the precision that it runs in
_WHOLE = ("output", "loss")


def why_not(session):
    """In words why this session's modules cannot be looked into; empty: they can."""
    if session.variant.engine or session.workload.compiled_ahead:
        return "its program is made ahead of time and runs as one piece"
    if not isinstance(session.module, torch.nn.Module):
        return "the callable returned no module"
    if any(isinstance(each, torch.jit.ScriptModule) for each in session.module.modules()):
        return "a TorchScript program runs as one piece"
    if len(list(session.module.modules())) < 2:
        return "the model holds no modules"
    return ""


class ModuleOutputs:
    """Of one call from the fresh state that `saver` returns to."""

    def __init__(self, session, saver):
        self._session, self._saver = session, saver

    def save(self, case, input_set, path, precision, like):
        """Those of `like`, a file that was saved before, else as many as fit, those of outer modules first."""
        reason = why_not(self._session)
        entries = []
        if not reason:
            entries = load(like) if like else self._listed(case, input_set, precision)
            entries, _ = self._kept(entries, case, input_set, precision)
        torch.save(entries, path)
        return {"reason": reason, "bytes": os.path.getsize(path)}

    def errors(self, case, input_set, reference, precise, precision):
        session = self._session
        reason, same, rows = why_not(session), None, []
        if not reason:
            expected = load(reference)
            try:
                bare = self._saver.entries_of(case, input_set, precision)[0] if session.variant.compiled else None
                kept, whole = self._kept(expected, case, input_set, precision)
                same = None if bare is None else _identical(bare, whole)
                rows = list(_rows(expected, kept, load(precise) if precise else [], session.agent))
            except Exception as error:
                session.facts.reset_compiler()
                reason = f"the call failed while its modules' outputs were kept: {sentence_of(error)}"
        return {"reason": reason, "same_outputs": same, "modules": rows}

    def _listed(self, case, input_set, precision):
        """Entries without tensors, in call order, each with a reason where it is left out."""
        found = []

        def note(name, module):
            def hook(_module, _inputs, output):
                call = sum(1 for each in found if each["module"] == name and each["first"])
                file, line = _place(module)
                head = {"module": name, "call": call, "kind": type(module).__name__, "file": file, "line": line}
                for number, (path, leaf) in enumerate(trees.leaves(output)):
                    if isinstance(leaf, torch.Tensor):
                        size = plain.size_of(leaf)
                        found.append({**head, "path": path, "bytes": size, "first": number == 0})

            return hook

        with self._hooked(note), _eager(self._session):
            self._saver.entries_of(case, input_set, precision, before=found.clear)
        return _chosen(found)

    def _kept(self, wanted, case, input_set, precision):
        """`wanted` with tensors where it was returned, then the whole call's outputs; these again by themselves."""
        kept, names = [], {entry["module"] for entry in wanted if entry["module"] and not entry["reason"]}

        def keep(name, _module):
            def hook(_module, _inputs, output):
                kept.append((name, _copied(output)))

            return hook

        with self._hooked(keep, names):
            whole, _ = self._saver.entries_of(case, input_set, precision, before=kept.clear)
        returned = _by_key(kept)
        entries = [{**_head(entry), **returned.get(_key(entry), {})} for entry in wanted if entry["module"]]
        for entry in whole:
            if entry["role"] in _WHOLE:
                head = {"module": "", "call": 0, "kind": type(self._session.module).__name__, "reason": ""}
                file, line = _own_place(self._session.module)
                entries.append({**head, "file": file, "line": line, **entry})
        return entries, whole

    @contextlib.contextmanager
    def _hooked(self, hook_of, names=None):
        """What was compiled without the hooks does not see them."""
        session = self._session
        if session.variant.compiled:
            session.facts.reset_compiler()
        with contextlib.ExitStack() as stack:
            for name, module in session.module.named_modules():
                if name and (names is None or name in names):
                    with contextlib.suppress(Exception):  # what takes no hooks gives no figures
                        stack.callback(module.register_forward_hook(hook_of(name, module)).remove)
            yield
        if session.variant.compiled:
            session.facts.reset_compiler()


def _eager(session):
    stance = getattr(torch.compiler, "set_stance", None)
    return stance("force_eager") if session.variant.compiled and stance else contextlib.nullcontext()


def _copied(output):
    """Before what follows changes it in place. Traced by Dynamo: kept plain."""
    if isinstance(output, torch.Tensor):
        return output.detach().clone()
    if type(output) in (tuple, list):
        return [_copied(each) for each in output]
    return output


def _head(entry):
    return {name: entry[name] for name in ("module", "call", "kind", "file", "line", "path", "reason")}


def _key(entry):
    return entry["module"], entry["call"], entry["path"]


def _by_key(kept):
    found, calls = {}, {}
    for name, output in kept:
        call = calls[name] = calls.get(name, -1) + 1
        for path, leaf in trees.leaves(output):
            if isinstance(leaf, torch.Tensor):
                entries = []
                outputs.add_entry(entries, "output", path, leaf)
                if entries:
                    found[name, call, path] = entries[0]
    return found


def _chosen(found):
    """As many as fit, outer modules first: their errors are those of what they hold."""
    room, left = _MOST_BYTES, _MOST_TENSORS
    for entry in found:
        entry["reason"] = "left out: the outputs of all modules take more room than 1 GiB"
    for entry in sorted(found, key=lambda each: each["module"].count(".")):
        if entry["bytes"] <= room and left > 0:
            entry["reason"] = ""
            room, left = room - entry["bytes"], left - 1
    return found


def _own_place(module):
    code = getattr(type(module).forward, "__code__", None)
    return ("", None) if code is None else (code.co_filename, code.co_firstlineno)


def _place(module):
    """The forward of a class of the user's; of torch's own the line that calls it."""
    file, line = _own_place(module)
    if file and not user_frames.is_foreign(file):
        return file, line
    frame = sys._getframe(1)
    while frame is not None:
        if not user_frames.is_foreign(frame.f_code.co_filename):
            return frame.f_code.co_filename, frame.f_lineno
        frame = frame.f_back
    return file, line


def load(path):
    return torch.load(path, map_location="cpu", weights_only=True)


def _identical(bare, whole):
    first = {(each["role"], each["path"]): each["tensor"] for each in bare if each["role"] in _WHOLE}
    second = {(each["role"], each["path"]): each["tensor"] for each in whole if each["role"] in _WHOLE}
    return first.keys() == second.keys() and all(_same_bits(first[key], second[key]) for key in first)


def _same_bits(first, second):
    if first.dtype != second.dtype or first.shape != second.shape:
        return False
    return torch.equal(first.reshape(-1).view(torch.uint8), second.reshape(-1).view(torch.uint8))


def _rows(expected, kept, precise, agent):
    found, exact = {_key(each): each for each in kept}, {_key(each): each for each in precise}
    for entry in expected:
        row = {name: entry[name] for name in ("module", "call", "kind", "file", "line")}
        result, role = found.get(_key(entry), {}), entry.get("role", "output")
        reason = entry["reason"]
        if not reason and "tensor" not in entry:
            reason = "the baseline did not return it again"
        elif not reason and "tensor" not in result:
            reason = "the variant does not run this module by itself"
        if reason:
            yield {**row, "reason": reason, "role": role, "path": entry["path"]}
            continue
        reference, fp64 = entry["tensor"], exact.get(_key(entry), {}).get("tensor")
        figures = numerics.fact_of(
            (role, entry["path"]), entry, result, None if fp64 is None else {"tensor": fp64}, agent
        )
        yield {
            **row,
            "reason": "",
            "max_error_reference": _largest_error(reference, fp64),
            "max_error_result": _largest_error(result["tensor"], fp64),
            **figures,
        }


def _largest_error(tensor, precise):
    if precise is None or precise.shape != tensor.shape or not tensor.is_floating_point():
        return None
    error = (tensor.double() - precise.double()).abs()
    error = error[torch.isfinite(error)]
    return float(error.max()) if error.numel() else None
