# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "a helper sets a flag in the first call, for which the graph was compiled, so that the second one compiles again",
    "first": ["recompile_value"],
}


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(64, 128), nn.GELU(), nn.Linear(128, 64))
        self.told = False
        self.messages = []

    def tell_once(self):
        if not self.told:
            self.told = True
            self.messages.append("the first call")

    def forward(self, x):
        self.tell_once()
        return self.body(x).softmax(-1)


def make():
    torch.manual_seed(0)
    return Model().eval(), (torch.randn(32, 64),)
