# SPDX-License-Identifier: Apache-2.0
import torch
from parts import Blocks
from torch import nn

KNOWN = {
    "what": "prints a shape in every layer: the function is left in a loop, and each layer is a graph of its own",
    "first": ["graph_break"],
}


class Model(Blocks):
    def forward(self, x):
        for block in self.blocks:
            x = torch.relu(block(x))
            print("after a layer", x.shape)
        return x


def make():
    return Model(nn.Linear(64, 64) for _ in range(6)).eval(), (torch.randn(16, 64),)
