# SPDX-License-Identifier: Apache-2.0
"""Models of tune_against_brute_force.py."""

import torch


class Good(torch.nn.Module):
    """Elementwise work that fuses."""

    def __init__(self, width):
        super().__init__()
        self.inner = torch.nn.Linear(width, width)

    def forward(self, x):
        y = self.inner(x)
        for _ in range(6):
            y = torch.tanh(y) * 0.5 + torch.sigmoid(y) * y
        return y


class Breaking(torch.nn.Module):
    """Leaves the graph in each turn of a loop: what is compiled there is entered and left for a few operators."""

    def __init__(self, width):
        super().__init__()
        self.inner = torch.nn.Linear(width, width)

    def forward(self, x):
        small = self.inner(x[:8])
        for _ in range(120):
            small = small * 1.01
            torch._dynamo.graph_break()
        return x + small.sum()


class OneBadChild(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.stem = Good(width)
        self.bad = Breaking(width)
        self.head = Good(width)

    def forward(self, x):
        return self.head(self.bad(self.stem(x)))


def one_bad_child(width: int = 256, rows: int = 512):
    return OneBadChild(width).eval(), (torch.randn(rows, width),)
