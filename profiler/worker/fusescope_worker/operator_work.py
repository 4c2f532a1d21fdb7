# SPDX-License-Identifier: Apache-2.0
"""What the operators of one eager call work on: shapes, bytes, floating point operations.

In a trace process, by one untimed call after all traces: watching each operator from Python is slow.
"""

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from fusescope_worker import measure, operator_flops, trees

_MOST_KINDS = 2_000  # of operators and shapes
_MAKES_ROOM = ("aten::empty", "aten::new_empty")
_READS_A_PART = {"aten::embedding", "aten::index", "aten::index_select", "aten::gather", "aten::_embedding_bag"}
# What no kernel that Inductor generates computes, and no formula counts.
_LIBRARY = ("rnn_layer", "lstm", "gru", "fft", "linalg", "cholesky", "sort", "topk", "attention", "convolution")


class OperatorWork(TorchDispatchMode):
    """Sums by operator and shapes. Memory is told apart by storage: a view is no work and no traffic."""

    def __init__(self):
        super().__init__()
        self.kinds = {}
        self.crossing = 0  # bytes that pass between work that can be fused and all else
        self._made_by = {}  # storage → "library", "fusible"; what the call did not make is not in it
        self._loaded = {}  # storage → bytes that fusible work read of what it did not make
        self._kept = set()  # storages made by fusible work that were counted as written
        self._from_outside = {}  # storage → bytes read of it
        self._results = 0

    def __torch_dispatch__(self, overload, types, args=(), kwargs=None):
        options = kwargs or {}
        out = overload(*args, **options)
        self._note(overload, args, options, out)
        return out

    def _note(self, overload, args, options, out):
        name = overload._schema.name
        read = list(_tensors((list(args), dict(options))))
        taken = {_storage(each) for each in read}
        written = [each for each in _tensors(out) if _storage(each) not in taken]
        if name.startswith(_MAKES_ROOM):
            for each in written:
                self._forget(each)
            return
        if not written and not overload._schema.is_mutable:
            return  # a view
        library = _is_library(overload, name)
        moved = self._traffic(name, read, written, out, overload._schema.is_mutable)
        self._count(overload, args, options, out, read, moved, library)
        self._follow(name, read, written, out, library)

    def _traffic(self, name, read, written, out, changes):
        made = sum(_bytes(each) for each in written)
        if changes:  # in place: what it returns was taken, too
            made += sum(_bytes(each) for each in _tensors(out)) if not written else 0
        if name in _READS_A_PART and read:
            return sum(_bytes(each) for each in read[1:]) + 2 * made
        return sum(_bytes(each) for each in read) + made

    def _count(self, overload, args, options, out, read, moved, library):
        shapes = ", ".join("×".join(map(str, each.shape)) or "1" for each in read[:6])
        floating = next((each for each in read if each.is_floating_point() or each.is_complex()), None)
        dtype = str(floating.dtype if floating is not None else "").removeprefix("torch.")
        key = (overload._schema.name, shapes, dtype)
        row = self.kinds.get(key)
        if row is None:
            if len(self.kinds) >= _MOST_KINDS:
                raise TooManyKinds
            row = self.kinds[key] = {"library": library, "count": 0, "bytes": 0, "flops": 0}
        flops = operator_flops.flops_of(overload, args, options, out)
        row["count"] += 1
        row["bytes"] += moved
        row["flops"] = None if flops is None or row["flops"] is None else row["flops"] + flops

    def _follow(self, name, read, written, out, library):
        part = name in _READS_A_PART
        for place, each in enumerate(read):
            size = _bytes(each) if not (part and place == 0) else min(_bytes(each), _bytes_of(out))
            self._taken(_storage(each), size, library)
        for each in written or _tensors(out):  # in place: what it returns is another one from now on
            if not written and not library and _storage(each) not in self._made_by:
                self.crossing += _bytes(each)  # it stays after the call, as a parameter does
            self._forget(each)
            self._made_by[_storage(each)] = "library" if library else "fusible"

    def _taken(self, storage, size, library):
        maker = self._made_by.get(storage)
        if maker is None:
            self._from_outside[storage] = max(self._from_outside.get(storage, 0), size)
        if library and maker == "fusible" and storage not in self._kept:
            self._kept.add(storage)
            self.crossing += size
        if not library and maker != "fusible" and size > self._loaded.get(storage, 0):
            self.crossing += size - self._loaded.get(storage, 0)
            self._loaded[storage] = size

    def _forget(self, tensor):
        """A new tensor may lie where one lay that is gone."""
        storage = _storage(tensor)
        self._made_by.pop(storage, None)
        self._loaded.pop(storage, None)
        self._kept.discard(storage)

    def returned(self, result):
        for each in trees.tensors(result):
            size = _bytes(each)
            self._results += size
            if self._made_by.get(_storage(each)) == "fusible" and _storage(each) not in self._kept:
                self.crossing += size

    def as_json(self):
        rows = [
            {"name": name, "shapes": shapes, "dtype": dtype, **row}
            for (name, shapes, dtype), row in self.kinds.items()
        ]
        return {
            "operators": rows,
            "crossing_bytes": self.crossing,
            "source_bytes": sum(self._from_outside.values()),
            "result_bytes": self._results,
        }


class TooManyKinds(Exception):
    def __str__(self):
        return f"the call has more than {_MOST_KINDS} operators of different shapes"


def of_call(call):
    """Fields of CallWorkFact; the reason where the call cannot be watched so."""
    watch = OperatorWork()
    try:
        result = measure.around(call, watch.__enter__, lambda: watch.__exit__(None, None, None))
        watch.returned(result)
    except Exception as error:
        return {"reason": f"{type(error).__name__}: {error}".splitlines()[0]}
    return watch.as_json()


def _is_library(overload, name):
    return operator_flops.has_formula(overload) or any(word in name for word in _LIBRARY)


def _tensors(tree):
    for each in trees.tensors(tree):
        if each.layout == torch.strided and not each.is_nested:
            yield each


def _storage(tensor):
    return tensor.untyped_storage()._cdata


def _bytes(tensor):
    """Of its elements in memory: one that is expanded is there once."""
    count = 1
    for size, stride in zip(tensor.shape, tensor.stride()):
        count *= size if stride != 0 else min(size, 1)
    return count * tensor.element_size()


def _bytes_of(tree):
    return sum(_bytes(each) for each in _tensors(tree))
