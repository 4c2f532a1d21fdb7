# SPDX-License-Identifier: Apache-2.0
import torch
from parts import Blocks, OneLayer

KNOWN = {
    "what": "keeps its activation out of the graph with torch.compiler.disable: 16 graphs in place of one",
    "first": ["intended_break"],
}


@torch.compiler.disable
def activation(x):
    return x * torch.sigmoid(1.702 * x)


class Block(OneLayer):
    def forward(self, x):
        return self.inner(activation(x)) + x


def make():
    return Blocks(Block() for _ in range(8)).eval(), (torch.randn(16, 64),)
