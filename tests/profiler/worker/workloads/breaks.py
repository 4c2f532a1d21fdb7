# SPDX-License-Identifier: Apache-2.0
"""Graph breaks of each kind. Tests find their lines by the marks `# break: …`."""

import torch
from torch import nn
from torch.utils.flop_counter import FlopCounterMode


class Straight(nn.Module):
    def forward(self, x):
        x = torch.sin(x)
        print("straight")  # break: straight
        x = torch.cos(x)
        torch._dynamo.graph_break()  # break: explicit
        return x + 1


class Item(nn.Module):
    def forward(self, x):
        scale = x.sum().item()  # break: item
        return x * scale


def shared(x):
    print("inside")  # break: loop
    return x + 1


class Loop(nn.Module):
    def forward(self, x):
        for _ in range(2):
            x = shared(x)
        return x * 2


class Clean(nn.Module):
    def forward(self, x):
        return torch.sin(x) + 1


def straight():
    return Straight(), (torch.ones(3),)


def item():
    return Item(), (torch.ones(3),)


def loop():
    return Loop(), (torch.ones(3),)


def clean():
    return Clean(), (torch.ones(3),)


def many_shapes():
    return {"module": Clean(), "inputs": [(torch.ones(size, 2),) for size in range(2, 7)]}


def past_the_limit():
    """One shape more than Dynamo compiles a function for."""
    limit = torch._dynamo.config.recompile_limit
    return {"module": Clean(), "inputs": [(torch.ones(size, 2),) for size in range(2, limit + 3)]}


class Numbered(nn.Module):
    """A Python number of its own: a guard for each instance of the shared code."""

    def __init__(self, number):
        super().__init__()
        self.number = number

    def forward(self, x):  # break: numbered
        return (x + 1).relu() * self.number


class Blocks(nn.Module):
    def __init__(self, count):
        super().__init__()
        self.blocks = nn.ModuleList(Numbered(number) for number in range(count))

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
            torch._dynamo.graph_break()
        return x


def many_blocks():
    return Blocks(12), (torch.ones(3),)


def few_blocks():
    return Blocks(4), (torch.ones(3),)


class Inner(nn.Module):
    def forward(self, x):  # break: mode
        return torch.sin(x) + 1


class UnderAMode(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()

    def forward(self, x):
        with FlopCounterMode(display=False):
            return self.inner(x)


def under_a_mode():
    return UnderAMode(), (torch.ones(3),)


class CallsLibrary(nn.Module):
    def forward(self, x):
        import fusescope_breaking_library

        return fusescope_breaking_library.double(x + 1)  # break: library


def in_a_library():
    return CallsLibrary(), (torch.ones(3),)
