# SPDX-License-Identifier: Apache-2.0
"""Graph breaks of each kind. Tests find their lines by the marks `# break: …`."""

import torch
from torch import nn


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
