# SPDX-License-Identifier: Apache-2.0
"""SHA-256 over name, dtype, shape and bytes: do two lanes run the same weights and inputs?"""

import hashlib

import torch

from fusescope_worker import plain, trees


def _add(digest, name, tensor):
    digest.update(f"{name}|{tensor.dtype}|{tuple(plain.shape_of(tensor))}|".encode())
    plain.add_to_hash(digest, tensor)


def tensors_hash(named):
    digest = hashlib.sha256()
    for name, tensor in named:
        if isinstance(tensor, torch.Tensor):
            _add(digest, name, tensor)
    return digest.hexdigest()


def module_hash(module):
    """None when there is no module whose weights could be read."""
    if not isinstance(module, torch.nn.Module):
        return None
    return tensors_hash(sorted(module.state_dict().items(), key=lambda item: item[0]))


def inputs_hash(sets):
    return tensors_hash(
        (f"{index}.{path}", leaf)
        for index, inputs in enumerate(sets)
        for path, leaf in trees.leaves(dict(inputs.items()))
    )


def shapes_hash(sets):
    """Over the sorted multiset of (name, dtype, shape)."""
    shapes = sorted(
        f"{name}|{leaf.dtype}|{tuple(plain.shape_of(leaf))}"
        for inputs in sets
        for name, leaf in trees.leaves(dict(inputs.items()))
        if isinstance(leaf, torch.Tensor)
    )
    return hashlib.sha256("\n".join(shapes).encode()).hexdigest()
