# SPDX-License-Identifier: Apache-2.0
"""Models that compute one known module less accurately when they are compiled."""

import torch


class Coarse(torch.nn.Module):
    """Rounds to bfloat16 when it is compiled."""

    def forward(self, x):
        if torch.compiler.is_compiling():
            return x.bfloat16().float()
        return x


class Block(torch.nn.Module):
    def __init__(self, norm):
        super().__init__()
        self.linear = torch.nn.Linear(16, 16)
        self.norm = norm

    def forward(self, x):
        return torch.relu(self.norm(self.linear(x)))  # break: norm


class Net(torch.nn.Module):
    def __init__(self, coarse_at):
        super().__init__()
        norms = [Coarse() if layer == coarse_at else torch.nn.LayerNorm(16) for layer in range(3)]
        self.layers = torch.nn.Sequential(*(Block(norm) for norm in norms))
        self.head = torch.nn.Linear(16, 4)

    def forward(self, x):
        return {"logits": self.head(self.layers(x))}


def coarse_in_the_middle():
    return Net(1).eval(), (torch.randn(8, 16),)


def exact():
    return Net(None).eval(), (torch.randn(8, 16),)


class InPlace(torch.nn.Module):
    """A module's output is changed by the next one; a module is called twice."""

    def __init__(self):
        super().__init__()
        self.twice, self.relu = torch.nn.Linear(8, 8), torch.nn.ReLU(inplace=True)

    def forward(self, x):
        return self.relu(self.twice(self.relu(self.twice(x))))


def in_place():
    return InPlace().eval(), (torch.randn(4, 8),)


def without_modules():
    return lambda x: x + 1, (torch.randn(4),)
