# SPDX-License-Identifier: Apache-2.0
"""Models of tune_against_brute_force.py."""

import torch


class Good(torch.nn.Module):
    """Elementwise work that is bound by memory, and fuses into one pass."""

    def __init__(self, width):
        super().__init__()
        self.inner = torch.nn.Linear(width, width)

    def forward(self, x):
        y = self.inner(x)
        for step in range(8):
            y = torch.relu(y * 0.5 + x) - step
        return y


class Stepping(torch.nn.Module):
    """Its loop stays in Python and calls one small step often: compiled, each step pays for entering a graph."""

    def __init__(self, width):
        super().__init__()
        self.inner = torch.nn.Linear(width, width)

    @torch._dynamo.disable(recursive=False)
    def forward(self, x):
        small = self.inner(x[:8])
        for _ in range(300):
            small = self.step(small)
        return x + small.sum()

    def step(self, small):
        return small * 0.99 + 0.001


class OneBadChild(torch.nn.Module):
    """Best compiled without the child that steps: as a whole it wins less."""

    def __init__(self, width):
        super().__init__()
        self.stem = Good(width)
        self.bad = Stepping(width)
        self.head = Good(width)

    def forward(self, x):
        return self.head(self.bad(self.stem(x)))


def one_bad_child(width: int = 64, rows: int = 16384):
    return OneBadChild(width).eval(), (torch.randn(rows, width),)
