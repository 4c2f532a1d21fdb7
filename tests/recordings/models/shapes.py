# SPDX-License-Identifier: Apache-2.0
"""A user's file: two batch sizes, a graph break, a dict as output."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.inner = nn.Linear(width, width)

    def forward(self, x):
        hidden = torch.relu(self.inner(x))
        print("in the middle")  # break
        return {"logits": hidden * 2, "norm": hidden.norm()}


def make(width=16):
    return {
        "module": Model(width),
        "inputs": {"small": (torch.randn(4, width),), "large": (torch.randn(8, width),)},
        "items": {"small": 4, "large": 8},
    }
