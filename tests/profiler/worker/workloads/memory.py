# SPDX-License-Identifier: Apache-2.0
"""Models whose peak of memory can be told beforehand."""

import torch

WIDE = 1 << 18  # floats: 1 MiB


class Peak(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(WIDE))

    def forward(self, x):
        first = x + self.weight
        both = torch.cat([first, first, first])
        return both[:WIDE] * 2


def peak():
    """Inference: 1 MiB of weights, 1 of inputs; at its peak the first sum, all three, and the result."""
    return Peak().eval(), (torch.ones(WIDE),)


def trained():
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(256, 512), torch.nn.ReLU(), torch.nn.Linear(512, 128))
    return {
        "module": model,
        "inputs": (torch.ones(64, 256),),
        "loss": lambda result, *_: result.square().mean(),
        "optimizer": torch.optim.Adam(model.parameters()),
    }
