# SPDX-License-Identifier: Apache-2.0
import itertools

import torch
from parts import OneLayer

KNOWN = {
    "what": "takes a list of cached tensors whose length changes, one graph for each length",
    "first": ["recompile_value", "recompile_limit"],
}


class Model(OneLayer):
    def forward(self, x, cache):
        keys = torch.stack(cache)
        weights = torch.softmax(keys @ self.inner(x), dim=0)
        return (weights[:, None] * keys).sum(dim=0)


def make():
    module = Model(32).eval()
    entries = [torch.randn(32) for _ in range(8)]
    lengths = itertools.cycle(range(2, 8))

    def call(x):
        return module(x, entries[: next(lengths)])

    return {"call": call, "module": module, "inputs": (torch.randn(32),)}
