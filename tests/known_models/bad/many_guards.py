# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "holds 300 small modules that a short call reads: checking the guards takes longer than the work",
    "first": ["guard_time"],
    "record": ["--variant", "eager", "--variant", "default"],
}


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.factor = nn.Parameter(torch.randn(4))

    def forward(self, x):
        return x + self.factor


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.scales = nn.ModuleList(Scale() for _ in range(300))

    def forward(self, x):
        for scale in self.scales:
            x = scale(x)
        return x


def make():
    return Model().eval(), (torch.randn(4),)
