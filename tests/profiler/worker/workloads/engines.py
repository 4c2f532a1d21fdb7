# SPDX-License-Identifier: Apache-2.0
"""Models that become one program, and one that does not."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.up, self.down = nn.Linear(16, 32), nn.Linear(32, 8)

    def forward(self, x, scale=None):
        y = torch.relu(self.up(x))
        if scale is not None:
            y = y * scale
        return {"scores": self.down(y), "sums": (y.sum(-1), None)}


def net():
    torch.manual_seed(0)
    return Net().eval(), (torch.randn(4, 16),)


def net_by_name():
    torch.manual_seed(0)
    return Net().eval(), (torch.randn(4, 16),), {"scale": torch.tensor(2.0)}


def net_in_sizes():
    """Batches of 2 to 6."""
    torch.manual_seed(0)
    return {"module": Net().eval(), "inputs": {"small": (torch.randn(2, 16),), "large": (torch.randn(6, 16),)}}


class Deciding(nn.Module):
    def __init__(self):
        super().__init__()
        self.only = nn.Linear(16, 8)

    def forward(self, x):
        if x.sum() > 0:  # decides by data
            return self.only(x)
        return -self.only(x)


def deciding():
    return Deciding().eval(), (torch.randn(4, 16),)


def function():
    return {"call": lambda x: x + 1, "inputs": (torch.randn(4, 16),)}
