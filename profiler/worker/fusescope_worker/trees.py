# SPDX-License-Identifier: Apache-2.0
"""Walks any nesting of containers that calls take and return: paths, tensors, mapping."""

import dataclasses
from collections.abc import Mapping

import torch

_DEEPEST = 32


def leaves(tree, path="", depth=0):
    """(path, leaf) in order; numbers are leaves, what holds no value of interest is left out."""
    if tree is None or depth > _DEEPEST:
        return
    if isinstance(tree, (torch.Tensor, bool, int, float, complex)):
        yield path, tree
        return
    for key, child in _children(tree):
        yield from leaves(child, f"{path}.{key}" if path else str(key), depth + 1)


def tensors(tree):
    return (leaf for _, leaf in leaves(tree) if isinstance(leaf, torch.Tensor))


def _children(tree):
    if isinstance(tree, Mapping):
        return list(tree.items())
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return list(zip(tree._fields, tree))
    if isinstance(tree, (list, tuple)):
        return list(enumerate(tree))
    if dataclasses.is_dataclass(tree) and not isinstance(tree, type):
        return [(entry.name, getattr(tree, entry.name, None)) for entry in dataclasses.fields(tree)]
    return _registered_children(tree)


def _registered_children(tree):
    """Types that a library registered with torch's pytree."""
    try:
        from torch.utils import _pytree

        node = _pytree.SUPPORTED_NODES.get(type(tree))
        return list(enumerate(node.flatten_fn(tree)[0])) if node else []
    except Exception:
        return []


def map_tensors(tree, change):
    """The same nesting with each tensor changed; anything else is handed through as it is."""
    if isinstance(tree, torch.Tensor):
        return change(tree)
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return type(tree)(*(map_tensors(child, change) for child in tree))
    if type(tree) in (list, tuple):
        return type(tree)(map_tensors(child, change) for child in tree)
    if type(tree) is dict:
        return {key: map_tensors(child, change) for key, child in tree.items()}
    return tree
