# SPDX-License-Identifier: Apache-2.0
"""Tensors that are not dense and strided, each as input, parameter, buffer and output of a call that torch can run."""

import torch
from torch import nn
from torch.testing._internal.two_tensor import TwoTensor

CHANGEABLE = ("plain", "sparse_coo", "sparse_csr", "float8_e4m3fn", "nested_strided", "nested_jagged", "wrapper")


class Named(torch.Tensor):
    """A subclass with storage of its own."""


def _by_channel(dense):
    return torch.quantize_per_channel(dense, torch.full((8,), 0.1), torch.zeros(8, dtype=torch.int64), 0, torch.qint8)


def _bytes(dense):
    return (dense * 50).to(torch.int16).to(torch.uint8)


KINDS = {
    "plain": lambda dense: dense,
    "sparse_coo": lambda dense: dense.relu().to_sparse(),
    "sparse_csr": lambda dense: dense.relu().to_sparse_csr(),
    "sparse_csc": lambda dense: dense.relu().to_sparse_csc(),
    "sparse_bsr": lambda dense: dense.relu().to_sparse_bsr((2, 2)),
    "sparse_bsc": lambda dense: dense.relu().to_sparse_bsc((2, 2)),
    "float8_e4m3fn": lambda dense: dense.to(torch.float8_e4m3fn),
    "float8_e5m2": lambda dense: dense.to(torch.float8_e5m2),
    "float4": lambda dense: _bytes(dense).view(torch.float4_e2m1fn_x2),
    "complex32": lambda dense: dense.to(torch.complex32),
    "conjugate": lambda dense: dense.to(torch.complex64).conj(),
    "uint16": lambda dense: _bytes(dense).to(torch.uint16),
    "mkldnn": lambda dense: dense.to_mkldnn(),
    "quantized": lambda dense: torch.quantize_per_tensor(dense, 0.1, 3, torch.qint8),
    "quantized_by_channel": _by_channel,
    "nested_strided": lambda dense: torch.nested.nested_tensor([dense[:3], dense[:5]]),
    "nested_jagged": lambda dense: torch.nested.nested_tensor([dense[:3], dense[:5]], layout=torch.jagged),
    "masked": lambda dense: torch.masked.masked_tensor(dense, dense > 0),
    "subclass": lambda dense: dense.as_subclass(Named),
    "wrapper": lambda dense: TwoTensor(dense, dense.clone()),
    "meta": lambda dense: dense.to("meta"),
}


class Holder(nn.Module):
    """Holds a kind as parameter, as buffer and as an output; what it computes needs the plain input alone."""

    def __init__(self, kind, seed):
        super().__init__()
        self.line = nn.Linear(8, 8)
        self.weight = nn.Parameter(of(kind, seed), requires_grad=False)
        self.register_buffer("held", of(kind, seed))
        self.returned = of(kind, seed)

    def forward(self, x, given):
        return torch.relu(self.line(x)), self.returned


class Changing(Holder):
    def forward(self, x):
        self.held.copy_(self.held.to(torch.float32).mul(2).to(self.held.dtype))
        return torch.relu(self.line(x))


def of(kind, seed):
    return KINDS[kind](torch.randn(8, 8, generator=torch.Generator().manual_seed(seed)))


def make(kind="plain", seed=0):
    torch.manual_seed(0)
    return Holder(kind, seed).eval(), (torch.randn(4, 8), of(kind, seed))


def changes(kind="plain"):
    torch.manual_seed(0)
    return Changing(kind, 0).eval(), (torch.randn(4, 8),)
