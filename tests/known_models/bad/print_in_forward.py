# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "prints a shape in every layer: the function is left in a loop, and each layer is a graph of its own",
    "first": ["graph_break"],
    "record": [],
}


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(64, 64) for _ in range(6))

    def forward(self, x):
        for layer in self.layers:
            x = torch.relu(layer(x))
            print("after a layer", x.shape)
        return x


def make():
    return Model().eval(), (torch.randn(16, 64),)
