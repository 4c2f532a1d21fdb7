# SPDX-License-Identifier: Apache-2.0
"""Saved outputs of the baseline and of a candidate → NumericsFact, one for each tensor."""

import torch

from fusescope_worker import tensor_figures
from fusescope_worker.errors import WorkerError


def load_saved(path):
    try:
        entries = torch.load(path, map_location="cpu", weights_only=True)
    except Exception as error:
        raise WorkerError("other", f"The saved outputs in {path} cannot be read: {error}") from error
    return {(entry["role"], entry["path"]): entry for entry in entries}


def compare_files(reference_path, candidate_path, precise_path, agent=None):
    reference, candidate = load_saved(reference_path), load_saved(candidate_path)
    precise = load_saved(precise_path) if precise_path else {}
    facts = [
        _fact(key, entry, candidate.get(key), precise.get(key), agent) for key, entry in reference.items()
    ]
    for key, entry in candidate.items():
        if key not in reference:
            facts.append(_head(key, entry, "the baseline has no such tensor"))
    return facts


def _head(key, entry, mismatch):
    role, path = key
    return {
        "role": role,
        "path": path,
        "dtype": str(entry["tensor"].dtype).removeprefix("torch."),
        "layout_mismatch": mismatch,
        "elements": entry["tensor"].numel(),
    }


def _fact(key, reference, candidate, precise, agent):
    if candidate is None:
        return _head(key, reference, "the candidate has no such tensor")
    mismatch = _mismatch(reference, candidate)
    head = _head(key, reference, mismatch)
    first, second = reference["tensor"], candidate["tensor"]
    if first.shape != second.shape or first.dtype != second.dtype:
        return head
    exact = None if precise is None else precise["tensor"]
    return {**head, **tensor_figures.compare(first, second, exact, agent)}


def _mismatch(reference, candidate):
    """In words what of shape, dtype, device and layout differs; empty = nothing."""
    first, second = reference["tensor"], candidate["tensor"]
    pairs = [
        ("shape", "x".join(map(str, first.shape)) or "scalar", "x".join(map(str, second.shape)) or "scalar"),
        ("dtype", str(first.dtype), str(second.dtype)),
        ("device", reference["device"], candidate["device"]),
        ("layout", reference["layout"], candidate["layout"]),
    ]
    return "; ".join(f"{name} {a} became {b}" for name, a, b in pairs if a != b).replace("torch.", "")
