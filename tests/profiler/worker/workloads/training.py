# SPDX-License-Identifier: Apache-2.0
"""Training tasks: every part given, none given, a step of one's own."""

import torch
from torch import nn
from torch.nn import functional as F


def module_alone():
    return nn.Linear(3, 2), (torch.ones(4, 3),)


def with_targets():
    module = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 2))
    return {
        "module": module,
        "inputs": [(torch.randn(4, 3), torch.tensor([0, 1, 0, 1]))],  # as a data loader gives them
        "loss": nn.CrossEntropyLoss(),
        "optimizer": torch.optim.AdamW(module.parameters(), lr=0.01),
    }


def own_step():
    module = nn.Linear(3, 2)
    optimizer = torch.optim.SGD(module.parameters(), lr=0.5)

    def step(x, y):
        optimizer.zero_grad()
        loss = F.mse_loss(module(x), y)
        loss.backward()
        optimizer.step()
        return loss.detach()

    return {"call": step, "module": module, "inputs": (torch.ones(4, 3), torch.zeros(4, 2))}


def dropout():
    return nn.Sequential(nn.Linear(3, 64), nn.Dropout(0.5)), (torch.ones(4, 3),)
