# SPDX-License-Identifier: Apache-2.0
import itertools

import torch
from torch import nn

KNOWN = {
    "what": "takes a list of cached tensors whose length changes, one graph for each length",
    "first": ["recompile_value", "recompile_limit"],
    "record": [],
}


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.query = nn.Linear(32, 32)

    def forward(self, x, cache):
        keys = torch.stack(cache)
        weights = torch.softmax(keys @ self.query(x), dim=0)
        return (weights[:, None] * keys).sum(dim=0)


def make():
    module = Model().eval()
    entries = [torch.randn(32) for _ in range(8)]
    lengths = itertools.cycle(range(2, 8))

    def call(x):
        return module(x, entries[: next(lengths)])

    return {"call": call, "module": module, "inputs": (torch.randn(32),)}
