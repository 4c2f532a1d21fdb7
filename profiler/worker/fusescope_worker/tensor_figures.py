# SPDX-License-Identifier: Apache-2.0
"""How two tensors differ: the figures of agent_compare, and the same ones by torch alone.

The agent's code is the reference for every definition (profiler/agent/compare.cpp).
"""

import torch

from fusescope_worker.pristine import math

# (rtol, atol) by the dtype that is compared (docs/development/measurement.md, Numerics).
TOLERANCES = {
    torch.float16: (1e-3, 1e-5),
    torch.bfloat16: (1.6e-2, 1e-5),
    torch.float32: (1.3e-6, 1e-5),
    torch.float64: (1e-7, 1e-7),
}
_AGENT_CODES = {torch.float16: 0, torch.bfloat16: 1, torch.float32: 2, torch.float64: 3}
_INTEGERS = {1: torch.int8, 2: torch.int16, 4: torch.int32, 8: torch.int64}
_LARGEST_DISTANCE = 2**63 - 1


def compare(reference, result, precise, agent=None):
    """Figures of two tensors of one shape and dtype; `precise` is the reference in fp64, or None."""
    if reference.is_complex():
        reference, result = torch.view_as_real(reference), torch.view_as_real(result)
        precise = torch.view_as_real(precise) if precise is not None and precise.is_complex() else None
    reference, result = reference.contiguous(), result.contiguous()
    precise = _fitting(precise, reference)
    specials = _specials(reference, result)
    if agent is not None and reference.dtype in _AGENT_CODES:
        return {**_by_agent(agent, reference, result, precise), **specials}
    return {**_by_torch(reference, result, precise, tolerance(reference.dtype)), **specials}


def compare_as_wide(reference, result, precise):
    """Of two floating types: both widened without loss, counted by the wider tolerance of theirs."""
    allowance = max(tolerance(reference.dtype), tolerance(result.dtype))
    figures = _by_torch(reference.double(), result.double(), _fitting(precise, reference), allowance)
    # The steps of one type are not those of the other.
    return {**figures, "max_ulp": None, **_specials(reference, result)}


def _specials(reference, result):
    """How many values of each side are NaN or infinite: all other figures leave them out."""
    counts = {}
    for side, tensor in (("reference", reference), ("result", result)):
        known = tensor if tensor.dtype in _AGENT_CODES else tensor.double()
        counts["nan_" + side] = int(torch.isnan(known).sum())
        counts["infinite_" + side] = int(torch.isinf(known).sum())
    return counts


def _fitting(precise, reference):
    if precise is None or precise.shape != reference.shape:
        return None
    return precise.to(torch.float64).contiguous()


def tolerance(dtype):
    """Integers and truth values are equal or they are not."""
    return TOLERANCES.get(dtype, (0.0, 0.0))


def _last_dim(tensor):
    return tensor.shape[-1] if tensor.dim() >= 2 else 0


def _by_agent(agent, reference, result, precise):
    rtol, atol = tolerance(reference.dtype)
    figures = agent.compare(
        reference.data_ptr(), result.data_ptr(), None if precise is None else precise.data_ptr(),
        _AGENT_CODES[reference.dtype], reference.numel(), _last_dim(reference), rtol, atol,
    )  # fmt: skip
    if figures is None:
        return _by_torch(reference, result, precise, (rtol, atol))
    return _named(
        rms_precise=_size(precise),
        elements=figures.elements,
        bit_equal=figures.bit_equal,
        mismatches=figures.mismatches,
        nan_positions_equal=bool(figures.nan_positions_equal),
        max_abs=figures.max_abs,
        max_rel=figures.max_rel,
        max_ulp=figures.max_ulp,
        cosine=figures.cosine,
        tolerance_used_ratio=figures.tolerance_used,
        rmse_reference=figures.rmse_reference,
        rmse_result=figures.rmse_result,
        argmax_rows=figures.argmax_rows,
        argmax_equal=figures.argmax_equal,
    )


def _named(argmax_rows=0, argmax_equal=0, max_ulp=-1, **figures):
    figures["max_ulp"] = None if max_ulp < 0 else max_ulp
    figures["argmax_agreement"] = argmax_equal / argmax_rows if argmax_rows else None
    return {key: None if isinstance(value, float) and math.isnan(value) else value for key, value in figures.items()}


def _by_torch(reference, result, precise, allowance):
    rtol, atol = allowance
    wide_reference, wide_result = reference.double(), result.double()
    finite = torch.isfinite(wide_reference) & torch.isfinite(wide_result)
    same_special = (torch.isnan(wide_reference) & torch.isnan(wide_result)) | (wide_reference == wide_result)
    specials_wrong = int((~finite & ~same_special).sum())
    a, b = wide_reference[finite], wide_result[finite]
    error, allowed = (b - a).abs(), atol + rtol * a.abs()
    figures = {
        "elements": reference.numel(),
        "bit_equal": int(_bits(reference).eq(_bits(result)).sum()),
        "mismatches": int((error > allowed).sum()) + specials_wrong,
        "nan_positions_equal": specials_wrong == 0,
        "max_abs": _largest(error),
        "max_rel": _largest(error[a != 0] / a[a != 0].abs(), 0.0 if a.numel() else math.nan),
        "max_ulp": _largest_distance(reference[finite], result[finite]),
        "cosine": _cosine(a, b),
        "tolerance_used_ratio": _largest(torch.where(error == 0, error, error / allowed)),
        "rmse_reference": math.nan,
        "rmse_result": math.nan,
        "rms_precise": _size(precise),
    }
    if precise is not None:
        known = finite & torch.isfinite(precise)
        figures["rmse_reference"] = _root_mean(wide_reference[known] - precise[known])
        figures["rmse_result"] = _root_mean(wide_result[known] - precise[known])
    if reference.is_floating_point() and _last_dim(reference) > 1:
        figures["argmax_rows"] = reference.numel() // reference.shape[-1]
        figures["argmax_equal"] = int(wide_reference.argmax(-1).eq(wide_result.argmax(-1)).sum())
    return _named(**figures)


def _bits(tensor):
    return tensor.view(_INTEGERS[tensor.element_size()]) if tensor.is_floating_point() else tensor


def _largest(values, empty=math.nan):
    return float(values.max()) if values.numel() else empty


def _largest_distance(reference, result):
    """Representable numbers between the two: +0 and -0 are the same place."""
    if not reference.is_floating_point() or not reference.numel():
        return -1
    lowest = torch.iinfo(_INTEGERS[reference.element_size()]).min

    def place(tensor):
        bits = _bits(tensor).to(torch.int64)
        return torch.where(bits < 0, lowest - bits, bits)

    a, b = place(reference), place(result)
    apart = (a < 0) != (b < 0)  # on both sides of zero the distance may overflow: split it there
    together = (a - b).abs().masked_fill(apart, 0)
    across = (a.abs().double() + b.abs().double()).masked_fill(~apart, 0).max()
    if float(across) >= _LARGEST_DISTANCE:
        return _LARGEST_DISTANCE
    return max(int(together.max()), int((a.abs() + b.abs()).masked_fill(~apart, 0).max()))


def _cosine(a, b):
    norms = float(a.square().sum().sqrt()) * float(b.square().sum().sqrt())
    return float((a * b).sum()) / norms if norms else math.nan


def _size(precise):
    """What an error is told against: the root mean square of the values themselves."""
    return math.nan if precise is None else _root_mean(precise[torch.isfinite(precise)])


def _root_mean(errors):
    return float(errors.square().mean().sqrt()) if errors.numel() else math.nan
