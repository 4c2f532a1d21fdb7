# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "hands the compiled part a tensor made under inference_mode in every second call, and others in between: two graphs",
    "first": ["recompile"],
    "record": ["--compile", "body"],
}


class Body(nn.Module):
    def __init__(self):
        super().__init__()
        self.up, self.down = nn.Linear(64, 128), nn.Linear(128, 64)

    def forward(self, x):
        return self.down(nn.functional.gelu(self.up(x))).softmax(-1)


class Model(nn.Module):
    """Every second call makes its features under inference_mode."""

    def __init__(self):
        super().__init__()
        self.body = Body()
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        with torch.inference_mode(self.calls % 2 == 1):
            features = x * 2
        return self.body(features)


def make():
    torch.manual_seed(0)
    return Model().eval(), (torch.randn(32, 64),)
