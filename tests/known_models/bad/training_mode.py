# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "is measured as inference with training mode on: batch norm updates its statistics in every call",
    "first": ["training_mode_on"],
    "record": [],
}


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(64, 64), nn.BatchNorm1d(64), nn.ReLU(), nn.Linear(64, 64))

    def forward(self, x):
        return self.layers(x)


def make():
    return Model().train(), (torch.randn(16, 64),)
