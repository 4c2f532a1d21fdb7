# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "is measured as inference with training mode on: batch norm updates its statistics in every call",
    "first": ["training_mode_on"],
}


def make():
    module = nn.Sequential(nn.Linear(64, 64), nn.BatchNorm1d(64), nn.ReLU(), nn.Linear(64, 64))
    return module.train(), (torch.randn(16, 64),)
