# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "an autograd function branches on data in its backward, so that its forward runs eager too",
    "first": ["graph_break"],
    "record": ["--task", "training"],
}


class Bounded(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(-3, 3) * torch.sigmoid(x)

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        if gradient.abs().max() > 1e3:
            gradient = gradient.clamp(-1e3, 1e3)
        return gradient * (x.abs() < 3)


class Model(nn.Module):
    def __init__(self, width=128):
        super().__init__()
        self.first, self.second = nn.Linear(width, width), nn.Linear(width, width)

    def forward(self, x):
        return Bounded.apply(self.second(Bounded.apply(self.first(x))))


def make():
    torch.manual_seed(0)
    model = Model()
    return {
        "module": model,
        "inputs": (torch.randn(64, 128),),
        "optimizer": torch.optim.SGD(model.parameters(), lr=0.01, fused=True),
    }
