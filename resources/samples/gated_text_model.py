# SPDX-License-Identifier: Apache-2.0
"""A small gated text model as its author might leave it: compiling helps, and one line is in its way.

Much of a call is elementwise work (norms, gates, token shift) between small matrix products, which
Inductor fuses. `rescale` asks for a number in Python, so the graph breaks there in every call. torch can
take the number into the graph: TORCHDYNAMO_CAPTURE_SCALAR_OUTPUTS=1.
"""

import torch
from torch import nn
from torch.nn import functional as F


class RMSNorm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x):
        return x * torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-6) * self.weight


class GatedLayer(nn.Module):
    """Each token takes something over from the one before it; then a gated feed-forward."""

    def __init__(self, width):
        super().__init__()
        self.norm_shift = RMSNorm(width)
        self.share = nn.Parameter(torch.rand(width))
        self.norm_gate = RMSNorm(width)
        self.up = nn.Linear(width, width, bias=False)
        self.gate = nn.Linear(width, width, bias=False)
        self.down = nn.Linear(width, width, bias=False)

    def forward(self, x):
        here = self.norm_shift(x)
        before = F.pad(here, (0, 0, 1, -1))
        x = x + torch.lerp(here, before, torch.sigmoid(self.share))
        y = self.norm_gate(x)
        return x + self.down(F.silu(self.gate(y)) * torch.tanh(self.up(y)))


class GatedTextModel(nn.Module):
    def __init__(self, vocabulary, width, layers):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width)
        self.lower = nn.Sequential(*(GatedLayer(width) for _ in range(layers // 2)))
        self.upper = nn.Sequential(*(GatedLayer(width) for _ in range(layers - layers // 2)))
        self.norm = RMSNorm(width)
        self.head = nn.Linear(width, vocabulary, bias=False)

    def rescale(self, x):
        """Keeps the largest activation at 1."""
        peak = x.abs().amax().item()  # a Python number: the graph ends here
        return x * (1 / (peak + 1e-6))

    def forward(self, ids):
        x = self.rescale(self.lower(self.embedding(ids)))
        return self.head(self.norm(self.upper(x)))


def make(vocabulary=256, width=64, layers=4, batch=4, sequence=256):
    module = GatedTextModel(vocabulary, width, layers).eval()
    ids = torch.randint(vocabulary, (batch, sequence))
    return {"module": module, "inputs": {"ids": ids}, "items": batch * sequence}
