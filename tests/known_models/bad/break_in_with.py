# SPDX-License-Identifier: Apache-2.0
import contextlib

import torch
from torch import nn

KNOWN = {
    "what": "branches on data inside a with block of its own, which torch cannot resume: all of forward runs eager",
    "first": ["graph_break"],
}


@contextlib.contextmanager
def noted(log, name):
    yield
    log.append(name)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(*(nn.Sequential(nn.Linear(128, 128), nn.GELU(), nn.LayerNorm(128)) for _ in range(4)))
        self.head = nn.Linear(128, 8)
        self.log = []

    def forward(self, x):
        with noted(self.log, "body"):
            x = torch.sigmoid(x) * x
            if x.abs().max() > 1e4:
                x = x.clamp(-1e4, 1e4)
            x = self.body(x) + x
        return self.head(x).softmax(-1)


def make():
    torch.manual_seed(0)
    return Model().eval(), (torch.randn(64, 128),)
