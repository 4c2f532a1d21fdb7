# SPDX-License-Identifier: Apache-2.0
"""SHA-256 over name, dtype, shape and bytes: do two lanes run the same weights and inputs?"""

import hashlib

import torch

from fusescope_worker import trees
from fusescope_worker.pristine import ctypes


def _add(digest, name, tensor):
    digest.update(f"{name}|{tensor.dtype}|{tuple(tensor.shape)}|".encode())
    try:
        data = tensor.detach().to("cpu").contiguous()
        size = data.numel() * data.element_size()
        if size:
            digest.update((ctypes.c_char * size).from_address(data.data_ptr()))
    except (RuntimeError, NotImplementedError):
        digest.update(b"no plain bytes")  # quantized, sparse: names and shapes must do


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
        f"{name}|{leaf.dtype}|{tuple(leaf.shape)}"
        for inputs in sets
        for name, leaf in trees.leaves(dict(inputs.items()))
        if isinstance(leaf, torch.Tensor)
    )
    return hashlib.sha256("\n".join(shapes).encode()).hexdigest()
