# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "keeps its activation out of the graph with torch.compiler.disable: 16 graphs in place of one",
    "first": ["intended_break"],
    "record": [],
}


@torch.compiler.disable
def activation(x):
    return x * torch.sigmoid(1.702 * x)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(64, 64)

    def forward(self, x):
        return self.inner(activation(x)) + x


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList(Block() for _ in range(8))

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x


def make():
    return Model().eval(), (torch.randn(16, 64),)
