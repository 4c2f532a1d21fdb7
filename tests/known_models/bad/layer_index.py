# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "compiles its blocks one by one, and each guards on its own layer index: past eight they run eager",
    "first": ["recompile_limit"],
    "record": ["--compile", "blocks.*"],
}


class Block(nn.Module):
    def __init__(self, index):
        super().__init__()
        self.index = index
        self.inner = nn.Linear(64, 64)

    def forward(self, x):
        return x + torch.relu(self.inner(x)) / (self.index + 1)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList(Block(index) for index in range(14))

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x


def make():
    return Model().eval(), (torch.randn(16, 64),)
