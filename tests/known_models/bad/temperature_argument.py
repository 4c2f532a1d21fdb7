# SPDX-License-Identifier: Apache-2.0
import itertools

import torch
from torch import nn

KNOWN = {
    "what": "is given one of five names as a Python string, each of which is compiled anew",
    "first": ["recompile_value"],
    "record": [],
}


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(64, 64)

    def forward(self, x, activation):
        return getattr(torch, activation)(self.inner(x))


def make():
    module = Model().eval()
    names = itertools.cycle(("relu", "tanh", "sigmoid", "sin", "cos"))

    def call(x):
        return module(x, next(names))

    return {"call": call, "module": module, "inputs": (torch.randn(16, 64),)}
