# SPDX-License-Identifier: Apache-2.0
"""A small net with an optimizer written as a Python loop over its parameters: almost half of each step is left eager when
the model alone is compiled."""

import torch
from torch import nn

KNOWN = {
    "what": "trains with an optimizer written in Python, which compiling the model leaves as it is",
    "first": ["optimizer_eager"],
    "record": ["--task", "training"],
}


class Momentum(torch.optim.Optimizer):
    def __init__(self, params, lr=1e-3):
        super().__init__(params, {"lr": lr})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for parameter in group["params"]:
                if parameter.grad is None:
                    continue
                state = self.state[parameter]
                if not state:
                    state["mean"], state["square"] = torch.zeros_like(parameter), torch.zeros_like(parameter)
                state["mean"].mul_(0.9).add_(parameter.grad, alpha=0.1)
                state["square"].mul_(0.999).addcmul_(parameter.grad, parameter.grad, value=0.001)
                parameter.add_(state["mean"] / (state["square"].sqrt() + 1e-8), alpha=-group["lr"])


def make():
    torch.manual_seed(0)
    layers = []
    for _ in range(8):
        layers += [nn.Linear(32, 32), nn.Tanh()]
    net = nn.Sequential(*layers, nn.Linear(32, 1))
    x, y = torch.randn(16, 32), torch.randn(16, 1)
    return {
        "module": net,
        "inputs": (x,),
        "optimizer": Momentum(net.parameters()),
        "loss": lambda output: ((output - y) ** 2).mean(),
    }
