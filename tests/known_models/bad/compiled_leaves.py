# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "compiles its activations and not what calls them: 24 graphs of one operator",
    "first": ["graph_of_one_operator", "region_called_often"],
    "record": ["--compile", "**.activation"],
}


class Activation(nn.Module):
    def forward(self, x):
        return torch.relu(x)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(32, 32)
        self.activation = Activation()

    def forward(self, x):
        return self.activation(self.inner(x))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList(Block() for _ in range(24))

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x


def make():
    return Model().eval(), (torch.randn(8, 32),)
