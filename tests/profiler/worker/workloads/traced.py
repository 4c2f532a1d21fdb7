# SPDX-License-Identifier: Apache-2.0
"""Models whose operators have a place: lines, functions and modules of this file."""

import threading
import time

import torch
from torch import nn


class Half(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x):
        x = self.linear(x)  # place: linear
        return helper(x)


def helper(x):
    return torch.sin(x)  # place: helper


class Whole(nn.Module):
    def __init__(self):
        super().__init__()
        self.halves = nn.ModuleList([Half(), Half()])

    def forward(self, x):
        with torch.profiler.record_function("both halves"):
            for half in self.halves:
                x = half(x)
        return x.cos()  # place: cos


class Broken(nn.Module):
    """Each graph takes what the one before it made: 4 x 4 floats."""

    def forward(self, x):
        x = torch.sin(x)
        torch._dynamo.graph_break()
        x = torch.cos(x)
        torch._dynamo.graph_break()
        return x + 1


class Ranged(nn.Module):
    def forward(self, x):
        with torch.cuda.nvtx.range("outer"):
            x = torch.sin(x)
            torch.cuda.nvtx.range_push("inner")
            x = torch.cos(x)
            torch.cuda.nvtx.range_pop()
        return x + 1


def ranged():
    return Ranged(), (torch.ones(4, 4),)


def whole():
    return Whole(), (torch.ones(2, 4),)


def broken():
    return Broken(), (torch.ones(4, 4),)


def slow():
    module = Whole()

    def call(x):
        time.sleep(0.02)
        return module(x)

    return {"call": call, "module": module, "inputs": (torch.ones(2, 4),)}


def threaded():
    x = torch.ones(3)

    def call():
        other = threading.Thread(target=lambda: torch.tan(x))
        other.start()
        other.join()
        return torch.sin(x)

    return {"call": call}


def raising():
    """The sixth call: two rehearsals and a warm-up of three come before the traced ones."""
    calls = []

    def call():
        calls.append(1)
        torch.sin(torch.ones(2))
        if len(calls) == 8:
            raise ValueError("enough")

    return {"call": call}


def busy_host():
    """Most of a call is spent in one line of Python."""

    def call():
        torch.sin(torch.ones(2))
        end = time.perf_counter() + 0.02
        while time.perf_counter() < end:
            sum(range(200))  # place: busy

    return {"call": call}
