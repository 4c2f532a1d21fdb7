# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "a hook for logging that is kept out of the graph on purpose, after long work, and costs nothing to speak of",
    "first": [],
}

SEEN = []


@torch.compiler.disable
def note(x):
    SEEN[:] = [tuple(x.shape)]


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(768, 768)
        self.second = nn.Linear(768, 768)

    def forward(self, x):
        x = torch.relu(self.first(x))
        note(x)
        return torch.relu(self.second(x))


def make():
    return Model().eval(), (torch.randn(256, 768),)
