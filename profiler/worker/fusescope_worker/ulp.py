# SPDX-License-Identifier: Apache-2.0
"""How many units in the last place two tensors of one type lie apart, value by value, counted in powers of two."""

import torch

_INTEGERS = {2: torch.int16, 4: torch.int32, 8: torch.int64}
_PIECE = 1 << 22  # elements at once: their distances take 8 bytes each
_BUCKETS = 66
_POWERS = torch.tensor([1 << power for power in range(63)], dtype=torch.int64)


def histogram(first, second):
    """{"nan_in_both", "nan_in_one", "counts": [[bucket, values], …]}; a bucket is 0 for equal values, 1 for a distance
    of 1, 2 for 2, 3 for 3 to 4, and so on. +0 and -0 are equal, infinity is the value beyond the largest."""
    if first.is_complex():
        first, second = torch.view_as_real(first.resolve_conj()), torch.view_as_real(second.resolve_conj())
    counts = torch.zeros(_BUCKETS, dtype=torch.int64)
    both = one = 0
    first, second = first.contiguous().reshape(-1), second.contiguous().reshape(-1)
    for a, b in zip(first.split(_PIECE), second.split(_PIECE)):
        nan_a, nan_b = torch.isnan(a), torch.isnan(b)
        both += int((nan_a & nan_b).sum())
        one += int((nan_a ^ nan_b).sum())
        numbers = ~(nan_a | nan_b)
        counts += torch.bincount(_buckets(_place(a[numbers]), _place(b[numbers])), minlength=_BUCKETS)
    listed = [[bucket, values] for bucket, values in enumerate(counts.tolist()) if values]
    return {"nan_in_both": both, "nan_in_one": one, "counts": listed}


def _place(tensor):
    """Its number among the representable values of the type, counted from 0."""
    integer = _INTEGERS[tensor.element_size()]
    bits = tensor.view(integer).to(torch.int64)
    return torch.where(bits < 0, torch.iinfo(integer).min - bits, bits)


def _buckets(a, b):
    # On both sides of zero the sum of two places may need 64 bits: it wraps, and is read as unsigned.
    apart = (a < 0) != (b < 0)
    distance = torch.where(apart, a.abs() + b.abs(), (a - b).abs())
    before = distance - 1
    length = torch.bucketize(before.clamp_min(0), _POWERS, right=True)
    length = torch.where((before < 0) & (distance != 0), 64, length)
    return torch.where(distance == 0, 0, length + 1)


def rounded(precise, dtype):
    """fp64 to `dtype`, to the nearest in one step. torch rounds to float32 on the way to a half, which is two."""
    if dtype not in (torch.float16, torch.bfloat16):
        return precise.to(dtype)
    wide = precise.float()
    inexact = (wide.double() != precise) & torch.isfinite(precise)
    bits = wide.view(torch.int32)
    towards_zero = torch.where(wide.double().abs() > precise.abs(), bits - 1, bits)
    odd = torch.where(inexact, towards_zero | 1, bits)  # what was cut off keeps the second rounding right
    return odd.view(torch.float32).to(dtype)


class Histograms:
    """Of all compared tensors: outputs and losses one by one, gradients and parameters together by type."""

    def __init__(self):
        self._found = {}

    def add(self, key, reference, result, precise):
        for pair, first, second in _pairs(reference, result, precise):
            role, path = key
            path = path if role in ("output", "loss") else ""
            self._merge((role, path, str(first.dtype).removeprefix("torch."), pair), histogram(first, second))

    def _merge(self, key, more):
        known = self._found.setdefault(key, {"nan_in_both": 0, "nan_in_one": 0, "counts": {}})
        known["nan_in_both"] += more["nan_in_both"]
        known["nan_in_one"] += more["nan_in_one"]
        for bucket, values in more["counts"]:
            known["counts"][bucket] = known["counts"].get(bucket, 0) + values

    def as_json(self):
        return [
            {
                **dict(zip(("role", "path", "dtype", "pair"), key)),
                **found,
                "counts": [list(each) for each in sorted(found["counts"].items())],
            }
            for key, found in self._found.items()
        ]


def _pairs(reference, result, precise):
    """What can be told apart in steps of one type."""
    if reference.shape != result.shape or not (_floating(reference) and _floating(result)):
        return
    if reference.dtype == result.dtype:
        yield "result_to_baseline", reference, result
    if precise is not None and precise.shape == reference.shape and precise.dtype == torch.float64:
        if not reference.is_complex() and not result.is_complex():
            yield "baseline_to_fp64", rounded(precise, reference.dtype), reference
            yield "result_to_fp64", rounded(precise, result.dtype), result


def _floating(tensor):
    kind = tensor.dtype.is_floating_point or tensor.dtype.is_complex
    return kind and tensor.element_size() // (2 if tensor.is_complex() else 1) in _INTEGERS
