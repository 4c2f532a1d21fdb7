# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn
from torch.utils.flop_counter import FlopCounterMode

KNOWN = {
    "what": "counts operations with a dispatch mode around the compiled part, under which torch compiles nothing",
    "first": ["ran_eager"],
    "record": ["--compile", "body"],
}


class Body(nn.Module):
    def __init__(self):
        super().__init__()
        self.up, self.down = nn.Linear(64, 128), nn.Linear(128, 64)

    def forward(self, x):
        return self.down(nn.functional.gelu(self.up(x))).softmax(-1)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = Body()

    def forward(self, x):
        with FlopCounterMode(display=False):
            return self.body(x)


def make():
    torch.manual_seed(0)
    return Model().eval(), (torch.randn(32, 64),)
