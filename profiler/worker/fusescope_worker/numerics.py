# SPDX-License-Identifier: Apache-2.0
"""Saved outputs of the baseline and of a candidate → NumericsFact, one for each tensor."""

import torch

from fusescope_worker import tensor_figures, ulp
from fusescope_worker.errors import WorkerError


def load_saved(path):
    try:
        entries = torch.load(path, map_location="cpu", weights_only=True)
    except Exception as error:
        raise WorkerError("other", f"The saved outputs in {path} cannot be read: {error}") from error
    return {(entry["role"], entry["path"]): entry for entry in entries}


def compare_files(reference_path, candidate_path, precise_path, agent=None):
    """The facts, and histograms of the distances between values."""
    reference, candidate = load_saved(reference_path), load_saved(candidate_path)
    precise = load_saved(precise_path) if precise_path else {}
    facts = [
        fact_of(key, entry, candidate.get(key), precise.get(key), agent) for key, entry in reference.items()
    ]
    for key, entry in candidate.items():
        if key not in reference:
            facts.append(_head(key, entry, "the baseline has no such tensor"))
    return facts, _distances(reference, candidate, precise)


def _distances(reference, candidate, precise):
    histograms = ulp.Histograms()
    for key, entry in reference.items():
        if key in candidate:
            exact = precise.get(key, {}).get("tensor")
            histograms.add(key, entry["tensor"], candidate[key]["tensor"], exact)
    return histograms.as_json()


def _name(dtype):
    return str(dtype).removeprefix("torch.")


def _head(key, entry, mismatch):
    role, path = key
    return {
        "role": role,
        "path": path,
        "dtype": _name(entry["tensor"].dtype),
        "layout_mismatch": mismatch,
        "elements": entry["tensor"].numel(),
    }


def fact_of(key, reference, candidate, precise, agent):
    if candidate is None:
        return _head(key, reference, "the candidate has no such tensor")
    mismatch = _mismatch(reference, candidate)
    head = _head(key, reference, mismatch)
    first, second = reference["tensor"], candidate["tensor"]
    if first.shape != second.shape:
        return head
    exact = None if precise is None else precise["tensor"]
    if first.dtype == second.dtype:
        return {**head, **tensor_figures.compare(first, second, exact, agent)}
    if not _both_floating(first, second):
        return head
    return {**head, "result_dtype": _name(second.dtype), **tensor_figures.compare_as_wide(first, second, exact)}


def _both_floating(first, second):
    return first.is_floating_point() and second.is_floating_point()


def _mismatch(reference, candidate):
    """In words what of shape, dtype, device and layout differs; empty = nothing. Whether another floating type is meant
    the plan says: it is a fact of its own."""
    first, second = reference["tensor"], candidate["tensor"]
    second_dtype = first.dtype if _both_floating(first, second) else second.dtype
    pairs = [
        ("shape", "x".join(map(str, first.shape)) or "scalar", "x".join(map(str, second.shape)) or "scalar"),
        ("dtype", str(first.dtype), str(second_dtype)),
        ("device", reference["device"], candidate["device"]),
        ("layout", reference["layout"], candidate["layout"]),
    ]
    return "; ".join(f"{name} {a} became {b}" for name, a, b in pairs if a != b).replace("torch.", "")
