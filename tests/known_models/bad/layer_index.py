# SPDX-License-Identifier: Apache-2.0
import torch
from parts import Blocks, OneLayer

KNOWN = {
    "what": "compiles its blocks one by one, and each guards on its own layer index: past eight they run eager",
    "first": ["recompile_limit"],
    "record": ["--compile", "blocks.*"],
}


class Block(OneLayer):
    def __init__(self, index):
        super().__init__()
        self.index = index

    def forward(self, x):
        return x + torch.relu(self.inner(x)) / (self.index + 1)


def make():
    return Blocks(Block(index) for index in range(14)).eval(), (torch.randn(16, 64),)
