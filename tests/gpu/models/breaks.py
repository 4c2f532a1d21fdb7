# SPDX-License-Identifier: Apache-2.0
"""A decoder whose blocks look at their own numbers: breaks of three kinds."""
import logging

import torch
from torch import nn

log = logging.getLogger("model")


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention = nn.MultiheadAttention(width, heads, batch_first=True)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        y = self.norm1(x)
        x = x + self.attention(y, y, y, need_weights=False)[0]
        scale = x.abs().amax().item()  # a number on the host
        if scale > 100:
            x = x / scale
        y = torch.nn.functional.gelu(self.up(self.norm2(x)))
        torch._dynamo.graph_break()
        return x + self.down(y)


class Model(nn.Module):
    def __init__(self, width=512, heads=8, layers=6):
        super().__init__()
        self.blocks = nn.ModuleList(Block(width, heads) for _ in range(layers))
        self.head = nn.Linear(width, 1000)

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        if x.mean() > 10:
            log.warning("large")
        kept = x[x[..., 0] > 0]
        return self.head(x), kept.sum(0)


def make():
    torch.manual_seed(0)
    return Model().eval(), (torch.randn(8, 128, 512),)
