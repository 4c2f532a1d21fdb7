# SPDX-License-Identifier: Apache-2.0
"""What the models beside this file have in common. Each of them holds what is wrong with it, and little else."""

from torch import nn


class OneLayer(nn.Module):
    def __init__(self, width=64):
        super().__init__()
        self.inner = nn.Linear(width, width)


class TwoLayers(nn.Module):
    """Between them forward does what it should not."""

    def __init__(self):
        super().__init__()
        self.first = nn.Linear(64, 64)
        self.second = nn.Linear(64, 64)


class Blocks(nn.Module):
    """One after the other, in a loop that torch compiles as it stands."""

    def __init__(self, blocks):
        super().__init__()
        self.blocks = nn.ModuleList(blocks)

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x
