# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "changes large tensors in place: made functional, it holds copies that eager never made",
    "first": ["memory_up"],
    "record": ["--effort", "normal", "--processes", "1"],  # peaks of several processes
}


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("state", torch.zeros(6_000_000))

    def forward(self, x):
        self.state.mul_(0.5).add_(x, alpha=0.1).clamp_(-1, 1).sigmoid_().sub_(0.5)
        return self.state[:16].clone()


def make():
    return Model().eval(), (torch.randn(6_000_000),)
