# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "takes forces as a gradient inside forward, as models of molecules do",
    "first": ["graph_break"],
}


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.energy = nn.Sequential(nn.Linear(3, 64), nn.SiLU(), nn.Linear(64, 1))
        self.head = nn.Linear(3, 3)

    def forward(self, positions):
        with torch.enable_grad():
            positions = positions.detach().requires_grad_()
            energy = self.energy(positions).sum()
            (forces,) = torch.autograd.grad(energy, positions)
        return self.head(-forces)


def make():
    return Model().eval(), (torch.randn(64, 3),)
