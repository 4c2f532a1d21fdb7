# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "scales by a number that .item() takes out of a tensor, between two halves of the model",
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
        x = x / x.abs().max().item()
        return torch.relu(self.second(x))


def make():
    return Model().eval(), (torch.randn(16, 64),)
