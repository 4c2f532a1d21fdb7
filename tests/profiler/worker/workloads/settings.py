# SPDX-License-Identifier: Apache-2.0
"""Says what it sees of torch's settings, for tests of what a variant sets."""

import torch


class Convolution(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.convolution = torch.nn.Conv2d(3, 4, 3)
        self.dropout = torch.nn.Dropout(0.5)

    def forward(self, x):
        return self.dropout(self.convolution(x))


class Sized(torch.nn.Module):
    def forward(self, ids):
        return torch.softmax(ids * 2, -1)


class Read(torch.nn.Module):
    def forward(self, x):
        return x * x.sum().item()


def convolution():
    return Convolution(), (torch.ones(1, 3, 8, 8),)


def sized():
    return Sized()


def read():
    return Read(), (torch.ones(4),)
