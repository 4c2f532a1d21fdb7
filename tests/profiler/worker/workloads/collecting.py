# SPDX-License-Identifier: Apache-2.0
"""A model that has Python's garbage collected in every third call."""

import gc

import torch


class Collecting(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0
        self.ballast = [[index] for index in range(200_000)]

    def forward(self, x):
        self.calls += 1
        if self.calls % 3 == 0:
            gc.collect()
        return x + 1


def make():
    return Collecting().eval(), (torch.randn(4, 4),)
