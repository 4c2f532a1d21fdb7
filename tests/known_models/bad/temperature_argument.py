# SPDX-License-Identifier: Apache-2.0
import itertools

import torch
from parts import OneLayer

KNOWN = {
    "what": "is given one of five names as a Python string, each of which is compiled anew",
    "first": ["recompile_value"],
}


class Model(OneLayer):
    def forward(self, x, activation):
        return getattr(torch, activation)(self.inner(x))


def make():
    module = Model().eval()
    names = itertools.cycle(("relu", "tanh", "sigmoid", "sin", "cos"))

    def call(x):
        return module(x, next(names))

    return {"call": call, "module": module, "inputs": (torch.randn(16, 64),)}
