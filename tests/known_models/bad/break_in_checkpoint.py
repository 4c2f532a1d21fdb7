# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

KNOWN = {
    "what": "branches on data inside a checkpointed block, which runs eager as a whole because of it",
    "first": ["graph_break"],
    "record": ["--task", "training"],
}


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.up = nn.Linear(width, 2 * width)
        self.down = nn.Linear(2 * width, width)

    def forward(self, x):
        hidden = nn.functional.gelu(self.up(self.norm(x)))
        if hidden.abs().max() > 1e4:
            hidden = hidden.clamp(-1e4, 1e4)
        return x + self.down(hidden)


class Model(nn.Module):
    def __init__(self, width=128):
        super().__init__()
        self.first, self.second = Block(width), Block(width)
        self.head = nn.Linear(width, 8)

    def forward(self, x):
        x = checkpoint(self.first, x, use_reentrant=False)
        x = checkpoint(self.second, x, use_reentrant=False)
        return self.head(x).softmax(-1)


def make():
    torch.manual_seed(0)
    model = Model()
    return {
        "module": model,
        "inputs": (torch.randn(64, 128),),
        "optimizer": torch.optim.SGD(model.parameters(), lr=0.01, fused=True),
    }
