# SPDX-License-Identifier: Apache-2.0
"""Models that count how often a call comes to the lines at which it leaves its graphs."""

import collections

import torch
from torch import nn

PASSED = collections.Counter()
_TOLD_AT = 12  # a call after the first ones, which compile


@torch.compiler.disable
def note(place):
    PASSED[place] += 1


def helper(x):
    y = x * 2
    note("helper")  # break: helper
    return y + 1


def outer(x):
    x = helper(x + 1)
    return helper(x.cos())


class Block(nn.Module):
    def forward(self, x):
        x = x.relu()
        note("block")  # break: block
        x = helper(x)
        return x.sin()


class Shared(nn.Module):
    """The same helper from the model itself, from its blocks and from another helper."""

    def __init__(self):
        super().__init__()
        self.first, self.second = Block(), Block()
        self.inner = nn.Linear(4, 4)

    def forward(self, x):
        x = self.inner(x)
        x = self.first(x)
        x = self.inner(x)
        note("forward")  # break: forward
        x = self.second(x)
        return helper(outer(x))


class Loop(nn.Module):
    """Torch gives up a function that breaks inside a loop; what it calls is compiled by itself."""

    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(4, 4) for _ in range(5))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
            note("loop")  # break: loop
            x = helper(x)
        return x


def _counted(module):
    calls = 0

    def call(x):
        nonlocal calls
        PASSED.clear()
        module(x)
        calls += 1
        if calls == _TOLD_AT:
            print("passed", *(f"{place}={times}" for place, times in sorted(PASSED.items())))

    return {"call": call, "module": module, "inputs": (torch.randn(2, 4),)}


def shared():
    return _counted(Shared())


def loop():
    return _counted(Loop())
