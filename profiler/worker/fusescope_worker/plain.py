# SPDX-License-Identifier: Apache-2.0
"""Tensors of every kind as plain ones, whose bytes can be read: dense, strided, with storage of their own.

Sparse, nested and quantized tensors and the subclasses that hold other tensors (torchao's weights, DTensor) lack one of
these, and most of torch's own functions refuse some of them. What is compared, hashed or kept goes through here.
"""

import torch
from torch.utils._python_dispatch import is_traceable_wrapper_subclass

from fusescope_worker.pristine import ctypes

# Types that torch.equal does not take, and a type that holds all of their values.
_WIDER = {torch.complex32: torch.complex64}
_WIDER.update(
    (getattr(torch, name), torch.float32)
    for name in ("float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz", "float8_e8m0fnu")
    if hasattr(torch, name)
)

# Types that torch keeps and moves, but does not read as numbers.
_KEPT_ONLY = {
    getattr(torch, name)
    for name in ("float4_e2m1fn_x2", "bits8", "bits16", "bits1x8", "bits2x4", "bits4x2")
    if hasattr(torch, name)
}
SPARSE = (torch.sparse_coo, torch.sparse_csr, torch.sparse_csc, torch.sparse_bsr, torch.sparse_bsc)


class NoValues(Exception):
    """The tensor has no values that can be read; the text says why, to be put behind a name and a colon."""


def parts(tensor):
    """[(name, plain tensor)] that together hold the tensor's values; of a plain one [("", itself)]. Raises NoValues."""
    _refuse_without_values(tensor)
    try:
        return _parts(tensor.detach())
    except NoValues:
        raise
    except Exception as error:  # a subclass may raise anything
        raise NoValues(f"{kind(tensor)}: {_first_line(error)}") from error


def _parts(tensor):
    if _is_wrapped_by_functorch(tensor):
        return _parts(torch._C._functorch.get_unwrapped(tensor))
    _refuse_without_values(tensor)
    if torch.masked.is_masked_tensor(tensor):
        return _named(data=tensor.get_data(), mask=tensor.get_mask())
    if tensor.layout == torch.jagged:
        return _named(values=tensor.values(), offsets=tensor.offsets(), lengths=tensor.lengths())
    if is_traceable_wrapper_subclass(tensor):
        names = tensor.__tensor_flatten__()[0]
        return _named(**{name: getattr(tensor, name) for name in names})
    if tensor.is_nested:
        return _named(**{str(index): each for index, each in enumerate(tensor.unbind())})
    if tensor.layout == torch.sparse_coo:
        tensor = tensor if tensor.is_coalesced() else tensor.coalesce()
        return _named(indices=tensor.indices(), values=tensor.values())
    if tensor.layout in (torch.sparse_csr, torch.sparse_bsr):
        return _named(crow_indices=tensor.crow_indices(), col_indices=tensor.col_indices(), values=tensor.values())
    if tensor.layout in (torch.sparse_csc, torch.sparse_bsc):
        return _named(ccol_indices=tensor.ccol_indices(), row_indices=tensor.row_indices(), values=tensor.values())
    if tensor.layout == torch._mkldnn:
        return [("", tensor.to_dense())]
    if tensor.is_quantized:
        return _named(integers=tensor.int_repr(), **_quantizer(tensor))
    return [("", _strided(tensor))]


def _named(**held):
    return [
        (f"{name}.{inner}" if inner else name, plain)
        for name, tensor in held.items()
        if tensor is not None
        for inner, plain in _parts(tensor)
    ]


def _is_wrapped_by_functorch(tensor):
    functorch = getattr(torch._C, "_functorch", None)
    return functorch is not None and functorch.is_functorch_wrapped_tensor(tensor)


def _refuse_without_values(tensor):
    if torch.nn.parameter.is_lazy(tensor):
        raise NoValues("a parameter that is not initialized")
    if type(tensor).__name__ == "FakeTensor":
        raise NoValues("a fake tensor")
    if tensor.device.type == "meta":
        raise NoValues("a meta tensor")


def _quantizer(tensor):
    if tensor.qscheme() in (torch.per_channel_affine, torch.per_channel_affine_float_qparams):
        return {"scales": tensor.q_per_channel_scales(), "zero_points": tensor.q_per_channel_zero_points()}
    return {"scale": torch.tensor(tensor.q_scale()), "zero_point": torch.tensor(tensor.q_zero_point())}


def _strided(tensor):
    if tensor.layout != torch.strided:
        raise NoValues(f"the layout {str(tensor.layout).removeprefix('torch.')}")
    if tensor.is_conj() or tensor.is_neg():
        tensor = tensor.resolve_conj().resolve_neg()
    if tensor.numel() and tensor.data_ptr() == 0:
        raise NoValues(f"{type(tensor).__name__}, which has no storage of its own")
    with torch._C.DisableTorchFunctionSubclass():
        return tensor.as_subclass(torch.Tensor)


def _first_line(error):
    lines = str(error).splitlines() or [""]
    return f"{type(error).__name__}: {lines[0]}" if lines[0] else type(error).__name__


def why_no_values(tensor):
    """What it is, in words, if nothing of it can be read; else empty."""
    try:
        parts(tensor)
    except NoValues as reason:
        return str(reason)
    return ""


def countable(part):
    """A plain tensor of numbers: of a type that is only kept its bytes."""
    return part.contiguous().view(torch.uint8) if part.dtype in _KEPT_ONLY else part


def is_plain(tensor):
    """Whether it is dense and strided, of numbers that can be read."""
    if tensor.layout != torch.strided or tensor.dtype in _KEPT_ONLY:
        return False
    try:
        return [name for name, _ in parts(tensor)] == [""]
    except NoValues:
        return False


def kind(tensor):
    """In words for sentences: its subclass, layout or type, whichever is out of the ordinary."""
    if type(tensor) not in (torch.Tensor, torch.nn.Parameter, torch.nn.Buffer):
        return type(tensor).__name__
    if tensor.is_nested:
        return "a nested tensor"
    if tensor.layout != torch.strided:
        return f"a tensor of layout {str(tensor.layout).removeprefix('torch.').removeprefix('_')}"
    return f"a tensor of {str(tensor.dtype).removeprefix('torch.')}"


def shape_of(tensor):
    """Sizes as numbers: of a ragged dimension the largest, of a parameter that is not initialized []."""
    if torch.nn.parameter.is_lazy(tensor):
        return []
    if tensor.is_nested and tensor.layout == torch.strided:
        sizes = tensor._nested_tensor_size()
        return [len(sizes), *(sizes.max(dim=0).values.tolist() if len(sizes) else [])]
    if tensor.layout == torch.jagged:
        lengths = tensor.lengths() if tensor.lengths() is not None else tensor.offsets().diff()
        longest = int(lengths.max()) if lengths.numel() else 0
        return [longest if index == tensor._ragged_idx else int(size) for index, size in enumerate(tensor.shape)]
    return [int(size) for size in tensor.shape]


def size_of(tensor):
    """Bytes of its values; 0 where there are none."""
    try:
        return sum(part.numel() * part.element_size() for _, part in parts(tensor))
    except NoValues:
        return 0


def equal(first, second):
    """The same kind, sizes and values, NaN equal to NaN. Raises NoValues."""
    one, other = parts(first), parts(second)
    if first.dtype != second.dtype or [name for name, _ in one] != [name for name, _ in other]:
        return False
    return all(_same_values(a, b) for (_, a), (_, b) in zip(one, other))


def _same_values(first, second):
    if first.shape != second.shape or first.dtype != second.dtype:
        return False
    if first.dtype in _KEPT_ONLY:
        return torch.equal(countable(first), countable(second))
    if first.dtype in _WIDER:
        first, second = (each.to(_WIDER[each.dtype]) for each in (first, second))
    if first.is_floating_point() or first.is_complex():
        return torch.equal(first, second) or _same_beside_nan(first, second)
    return _bytes(first).equal(_bytes(second))


def _same_beside_nan(first, second):
    nan = torch.isnan(first)
    return torch.equal(nan, torch.isnan(second)) and torch.equal(first[~nan], second[~nan])


def _bytes(tensor):
    return tensor.contiguous().reshape(-1).view(torch.uint8)


def copied(tensor):
    """The same values in storage of their own; raises NoValues where it cannot be copied."""
    try:
        return tensor.detach().clone()
    except Exception as error:
        raise NoValues(f"{kind(tensor)}: {_first_line(error)}") from error


def copy_of(tensor):
    """The tensor itself where it cannot be copied."""
    try:
        return copied(tensor)
    except NoValues:
        return tensor.detach()


def packed(tensor):
    """Without gaps between its values, where its kind has such."""
    return tensor.contiguous() if is_plain(tensor) else tensor


def add_to_hash(digest, tensor):
    """Names, types, sizes and bytes of its parts, or why there are none."""
    try:
        held = parts(tensor)
    except NoValues as reason:
        digest.update(f"no values: {str(reason).partition(':')[0]}".encode())
        return
    for name, part in held:
        if name:
            digest.update(f"{name}|{part.dtype}|{tuple(part.shape)}|".encode())
        data = part.to("cpu").contiguous()
        size = data.numel() * data.element_size()
        if size:
            digest.update((ctypes.c_char * size).from_address(data.data_ptr()))
