# SPDX-License-Identifier: Apache-2.0
"""A context manager of torch inside forward, which torch traces."""

import torch
from torch import nn

KNOWN = {
    "what": "runs a frozen part under torch.no_grad(), and asks for an attribute that it does not have",
    "first": [],
}


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.frozen = nn.Sequential(nn.Linear(256, 512), nn.GELU(), nn.Linear(512, 256))
        self.head = nn.Sequential(nn.LayerNorm(256), nn.GELU(), nn.Linear(256, 64))

    def forward(self, x):
        with torch.no_grad():
            x = x + self.frozen(x)
        try:
            scale = self.scale
        except AttributeError:
            scale = 1.0
        return self.head(x * scale).softmax(-1)


def make():
    torch.manual_seed(0)
    return Model().eval(), (torch.randn(128, 256),)
