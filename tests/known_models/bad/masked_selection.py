# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "keeps the rows above a limit: how many there are is known only when the values are",
    "first": ["graph_break"],
    "record": [],
}


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(64, 64)
        self.second = nn.Linear(64, 64)

    def forward(self, x):
        x = torch.relu(self.first(x))
        kept = x[x.mean(dim=1) > 0]
        return self.second(kept).sum(dim=0)


def make():
    return Model().eval(), (torch.randn(32, 64),)
