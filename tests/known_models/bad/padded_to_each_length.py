# SPDX-License-Identifier: Apache-2.0
import torch
from parts import OneLayer

KNOWN = {
    "what": "sees twelve lengths with dynamic=False: the recompile limit is reached, and the rest runs eager",
    "first": ["recompile_limit"],
    "record": ["--variant", "eager", "--variant", "static=backend:aot_eager,dynamic:false"],
}


class Model(OneLayer):
    def forward(self, x):
        return torch.softmax(self.inner(x).cumsum(dim=1), dim=-1)


def make():
    module = Model(32).eval()
    batches = [torch.randn(2, length, 32) for length in range(8, 20)]

    def call(scale):
        return sum(module(batch).sum() for batch in batches) * scale

    return {"call": call, "module": module, "inputs": (torch.ones(1),)}
