# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "compiles 24 equal blocks one by one as a whole model, where one of them compiled would do for all",
    "first": ["equal_blocks"],
    "record": ["--variant", "eager", "--variant", "default"],
}


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.before, self.after = nn.LayerNorm(width), nn.LayerNorm(width)
        self.queries, self.keys, self.values = (nn.Linear(width, width) for _ in range(3))
        self.up, self.gate, self.down = nn.Linear(width, 2 * width), nn.Linear(width, 2 * width), nn.Linear(2 * width, width)

    def forward(self, x):
        y = self.before(x)
        scores = (self.queries(y) * 0.1) @ self.keys(y).transpose(-1, -2)
        x = x + nn.functional.softmax(scores.tanh() * 3, -1) @ self.values(y)
        y = self.after(x)
        return x + self.down(nn.functional.gelu(self.up(y)) * torch.sigmoid(self.gate(y)))


class Model(nn.Module):
    def __init__(self, width=64, depth=24):
        super().__init__()
        self.layers = nn.ModuleList(Block(width) for _ in range(depth))
        self.head = nn.Linear(width, 8)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.head(x.mean(1))


def make():
    torch.manual_seed(0)
    return Model().eval(), (torch.randn(4, 32, 64),)
