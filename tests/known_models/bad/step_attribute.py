# SPDX-License-Identifier: Apache-2.0
import torch
from parts import OneLayer

KNOWN = {
    "what": "counts its calls in an integer attribute that forward reads: compiled anew for each value, up to the limit",
    "first": ["recompile_limit", "recompile_value"],
}


class Model(OneLayer):
    def __init__(self):
        super().__init__()
        self.step = 0

    def forward(self, x):
        self.step += 1
        return torch.relu(self.inner(x)) * (1.0 / (1 + self.step))


def make():
    return Model().eval(), (torch.randn(16, 64),)
