# SPDX-License-Identifier: Apache-2.0
"""Which sizes of the inputs change between cases, and whether an input lies inside what a program takes."""

from dataclasses import dataclass

import torch
from torch.utils import _pytree

from fusescope_worker import plain
from fusescope_worker.errors import WorkerError

UNBOUNDED = 2**31 - 1


@dataclass
class InputSizes:
    """A tensor of the call, in the order of the flattened arguments; a size is (smallest, largest)."""

    name: str
    sizes: list
    dtype: str

    def as_json(self):
        return {"name": self.name, "sizes": self.sizes, "dtype": self.dtype}


def tensors_of(inputs):
    """(path, tensor) of one input set, positional ones first."""
    flat, _ = _pytree.tree_flatten_with_path((inputs.args, inputs.kwargs))
    return [(_name(path), leaf) for path, leaf in flat if isinstance(leaf, torch.Tensor)]


def _name(path):
    """`0`, `ids`, `batch.mask`: without the level that tells positional from named."""
    return ".".join(str(getattr(key, "idx", getattr(key, "key", key))) for key in path[1:])


def sizes_of_cases(cases, signature, dynamic):
    """`dynamic`: True = every size may change, False = none, None = those that differ between cases."""
    all_sets = [taken(inputs, signature) for case in cases for inputs in case.sets]
    columns = list(zip(*(tensors_of(inputs) for inputs in all_sets)))
    found = []
    for column in columns:
        name, first = column[0]
        sizes = []
        for dimension in range(first.dim()):
            seen = {plain.shape_of(tensor)[dimension] for _, tensor in column if tensor.dim() == first.dim()}
            sizes.append(_range_of(seen, dynamic, plain.shape_of(first)[dimension]))
        found.append(InputSizes(name, sizes, str(first.dtype).removeprefix("torch.")))
    return found


def _range_of(seen, dynamic, first):
    if dynamic is True:
        return [1, UNBOUNDED]
    if dynamic is False:
        return [first, first]
    return [min(seen), max(seen)]


def taken(inputs, signature):
    return signature.split(inputs)[0]


def example_of(cases, signature):
    """The largest: a size of one would be taken for a constant."""
    sets = [taken(inputs, signature) for case in cases for inputs in case.sets]
    return max(sets, key=lambda inputs: sum(tensor.numel() for _, tensor in tensors_of(inputs)))


def refuse_outside(allowed, inputs, case):
    """`allowed`: what the package's facts tell, InputSizes.as_json of each tensor."""
    given = tensors_of(inputs)
    if len(given) != len(allowed):
        raise _outside(case, f"it has {len(given)} tensors, the package takes {len(allowed)}")
    for (name, tensor), take in zip(given, allowed):
        dtype = str(tensor.dtype).removeprefix("torch.")
        if dtype != take["dtype"]:
            raise _outside(case, f"{name} is {dtype}, the package takes {take['dtype']}")
        if tensor.dim() != len(take["sizes"]):
            raise _outside(case, f"{name} has {tensor.dim()} dimensions, the package takes {len(take['sizes'])}")
        for dimension, (size, (low, high)) in enumerate(zip(plain.shape_of(tensor), take["sizes"])):
            if not low <= size <= high:
                raise _outside(case, f"{name} has {size} at dimension {dimension}, the package takes {_text(low, high)}")


def _text(low, high):
    if low == high:
        return str(low)
    return f"{low} and more" if high >= UNBOUNDED else f"{low} to {high}"


def _outside(case, what):
    return WorkerError("outside_range", f"The inputs of case {case} lie outside what the package takes: {what}.")
