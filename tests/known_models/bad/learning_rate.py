# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "lowers the learning rate, a Python number, at every step of a compiled optimizer",
    "first": ["optimizer_number", "recompile_limit"],
    "record": ["--task", "training", "--compile", "optimizer"],
}


class Decaying(torch.optim.SGD):
    def zero_grad(self, set_to_none=True):
        super().zero_grad(set_to_none)
        for group in self.param_groups:
            group["lr"] *= 0.999


def make():
    module = nn.Sequential(nn.Linear(32, 32), nn.ReLU(), nn.Linear(32, 1))
    return {
        "module": module,
        "inputs": (torch.randn(16, 32),),
        "optimizer": Decaying(module.parameters(), lr=0.01, momentum=0.9),
    }
