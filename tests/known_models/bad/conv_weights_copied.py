# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "copies large convolution weights into another memory layout in every call, for a small image",
    "first": ["layout_copies"],
    "record": ["--variant", "eager", "--variant", "default"],
}


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Conv2d(256, 256, 3, padding=1) for _ in range(3))

    def forward(self, x):
        for layer in self.layers:
            x = torch.relu(layer(x))
        return x


def make():
    return Model().eval(), (torch.randn(1, 256, 6, 6),)
