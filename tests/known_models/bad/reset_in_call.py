# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "calls torch._dynamo.reset() before each call, as a helper for memory did: every call compiles",
    "first": ["compiled_in_loop"],
}


def make():
    module = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 64)).eval()

    def call(x):
        torch._dynamo.reset()
        return module(x)

    return {"call": call, "module": module, "inputs": (torch.randn(16, 64),)}
