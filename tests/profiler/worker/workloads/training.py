# SPDX-License-Identifier: Apache-2.0
"""Training tasks: every part given, none given, a step of one's own."""

import time

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.checkpoint import checkpoint


def module_alone():
    return nn.Linear(3, 2), (torch.ones(4, 3),)


def module_accumulated():
    return {"module": nn.Linear(3, 2), "inputs": (torch.ones(4, 3),), "accumulate": 4}


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


class Sleeps(torch.autograd.Function):
    """As long as it is told, in forward and in backward."""

    @staticmethod
    def forward(context, x, forward, backward):
        context.backward = backward
        time.sleep(forward)
        return x.clone()

    @staticmethod
    def backward(context, gradient):
        time.sleep(context.backward)
        return gradient, None, None


class SleepingModel(nn.Module):
    """A step of known parts: 20 ms forward, 50 ms backward."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 2)

    def forward(self, x):
        return Sleeps.apply(self.layer(x), 0.02, 0.05)


class SleepingOptimizer(torch.optim.SGD):
    """10 ms."""

    def step(self, closure=None):
        time.sleep(0.01)
        return super().step(closure)


def known_parts():
    module = SleepingModel()
    return {
        "module": module,
        "inputs": (torch.ones(4, 3),),
        "loss": lambda output: output.square().mean(),
        "optimizer": SleepingOptimizer(module.parameters(), lr=1e-3),
    }


def accumulated():
    return {**known_parts(), "accumulate": 2}


def scaled():
    """AMP with a scaler, in bfloat16 by the plan's autocast."""
    return {**with_targets(), "scaler": torch.amp.GradScaler("cpu", init_scale=16.0)}


def checkpointed():
    """Forward runs again in backward."""
    class Checkpointed(SleepingModel):
        def forward(self, x):
            return checkpoint(lambda x: torch.sin(SleepingModel.forward(self, x)), x, use_reentrant=False)

    module = Checkpointed()
    return {"module": module, "inputs": (torch.ones(4, 3),), "optimizer": torch.optim.SGD(module.parameters(), lr=1e-3)}


def own_accumulation():
    """Two batches a step, each waited for 15 ms."""
    module = SleepingModel()
    optimizer = SleepingOptimizer(module.parameters(), lr=1e-3)
    batches = torch.utils.data.DataLoader(SlowBatches())

    def step():
        optimizer.zero_grad()
        for batch in batches:
            loss = module(batch).square().mean()
            loss.backward()
        optimizer.step()
        return loss.detach()

    return {"call": step, "module": module, "inputs": ()}


class SlowBatches(torch.utils.data.Dataset):
    def __len__(self):
        return 2

    def __getitem__(self, index):
        time.sleep(0.015)
        return torch.ones(3)


def with_momentum():
    module = nn.Linear(3, 2)
    optimizer = torch.optim.SGD(module.parameters(), lr=0.1, momentum=0.9)

    def step(x):
        optimizer.zero_grad()
        loss = module(x).square().mean()
        loss.backward()
        optimizer.step()
        return loss.detach()

    return {"call": step, "module": module, "inputs": (torch.ones(4, 3),)}


def diverging():
    module = nn.Linear(3, 2)
    return {"module": module, "inputs": (torch.ones(4, 3),), "optimizer": torch.optim.SGD(module.parameters(), lr=1e30)}
