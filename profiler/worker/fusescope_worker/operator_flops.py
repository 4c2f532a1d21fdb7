# SPDX-License-Identifier: Apache-2.0
"""Floating point operations of one call of an operator, from the shapes of its tensors alone.

The formulas are torch's own; beside them stand the operators of the library that torch has none for.
"""

import torch
import torch.utils.flop_counter

_TORCH = getattr(torch.utils.flop_counter, "flop_registry", {})


def _recurrent(values, out):
    """Each weight is used once for each step and sequence of the batch: twice as many operations."""
    steps, batch = values[0].shape[0], values[0].shape[1]
    weights = [each for each in values[1:5] if isinstance(each, torch.Tensor) and each.dim() == 2]
    return 2 * steps * batch * sum(weight.numel() for weight in weights)


def _attention(values, out):
    """Two products: query with key, the scores with the values."""
    query, key, value = values[:3]
    pairs = query.shape[:-1].numel() * key.shape[-2]
    return 2 * pairs * (query.shape[-1] + value.shape[-1])


def _encoder_layer(values, out):
    """Each of its weights once for each token, and the two products of attention among the tokens of a sequence."""
    tokens = values[0].shape[:-1].numel()
    weights = [each for each in values[3:18] if isinstance(each, torch.Tensor) and each.dim() == 2 and each.is_floating_point()]
    return 2 * tokens * (sum(weight.numel() for weight in weights) + 2 * values[0].shape[-2] * values[0].shape[-1])


def _matrix_vector(values, out):
    return 2 * values[0].numel()


_OURS = {
    "aten::mkldnn_rnn_layer": _recurrent,
    "aten::_scaled_dot_product_flash_attention_for_cpu": _attention,
    "aten::_transformer_encoder_layer_fwd": _encoder_layer,
    "aten::_native_multi_head_attention": _encoder_layer,
    "aten::mv": _matrix_vector,
    "aten::dot": _matrix_vector,
}


def has_formula(overload):
    return getattr(overload, "_overloadpacket", None) in _TORCH or _name(overload) in _OURS


def flops_of(overload, values, options, out):
    """None where no formula is known, or a size is not."""
    try:
        formula = _TORCH.get(getattr(overload, "_overloadpacket", None))
        if formula is not None:
            return int(formula(*values, **options, out_val=out))
        formula = _OURS.get(_name(overload))
        return None if formula is None else int(formula(values, out))
    except Exception:
        return None


def _name(overload):
    return getattr(getattr(overload, "_schema", None), "name", "")
