# SPDX-License-Identifier: Apache-2.0
import torch
from parts import Blocks
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


def make():
    return Blocks(Scale() for _ in range(300)).eval(), (torch.randn(4),)
