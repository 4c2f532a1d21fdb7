# SPDX-License-Identifier: Apache-2.0
import torch
from parts import Blocks, OneLayer
from torch import nn

KNOWN = {
    "what": "compiles its activations and not what calls them: 24 graphs of one operator",
    "first": ["graph_of_one_operator", "region_called_often"],
    "record": ["--compile", "**.activation"],
}


class Activation(nn.Module):
    def forward(self, x):
        return torch.relu(x)


class Block(OneLayer):
    def __init__(self):
        super().__init__(32)
        self.activation = Activation()

    def forward(self, x):
        return self.activation(self.inner(x))


def make():
    return Blocks(Block() for _ in range(24)).eval(), (torch.randn(8, 32),)
