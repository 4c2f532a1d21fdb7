# SPDX-License-Identifier: Apache-2.0
"""Eager models whose time is set by a variable, so that variants of one recording differ by a known share of work."""

import os

import torch

CHUNKS = int(os.environ.get("CHUNKS", "1"))  # operators that share the work of one


def work(usual):
    """WORK=80: four fifths of the usual number of steps."""
    return max(1, round(usual * float(os.environ.get("WORK", "100")) / 100))


class Small(torch.nn.Module):
    """Some hundred operators of microseconds: the host decides."""

    def __init__(self):
        super().__init__()
        self.steps = work(100)

    def forward(self, x):
        for _ in range(self.steps):
            x = x * 1.0
        return x


class Products(torch.nn.Module):
    """Matrix products: arithmetic, on as many threads as the variant has."""

    def __init__(self):
        super().__init__()
        self.steps = work(50)

    def forward(self, x):
        for _ in range(self.steps):
            y = [part @ x for part in x.chunk(CHUNKS)]
        return y[-1]


class Streams(torch.nn.Module):
    """Sums over more memory than the caches hold."""

    def __init__(self):
        super().__init__()
        self.steps = work(20)

    def forward(self, x):
        for _ in range(self.steps):
            y = [part.sum() for part in x.chunk(CHUNKS)]
        return y[-1]


def small():
    return Small(), (torch.ones(64),)


def products():
    return Products(), (torch.ones(192, 192),)


def streams():
    return Streams(), (torch.ones(8_000_000),)


products2, streams2 = products, streams  # on two threads
