# SPDX-License-Identifier: Apache-2.0
"""A small multilayer perceptron.

Why it is here: with little work in each call, the cost of calling is what is seen: Python, guards, launches.
"""

import torch
from torch import nn


def make(features=64, hidden=128, classes=10, layers=2, batch=8):
    sizes = [features] + [hidden] * layers
    blocks = [part for a, b in zip(sizes, sizes[1:]) for part in (nn.Linear(a, b), nn.ReLU())]
    module = nn.Sequential(*blocks, nn.Linear(hidden, classes)).eval()
    return {"module": module, "inputs": (torch.randn(batch, features),), "items": batch}
