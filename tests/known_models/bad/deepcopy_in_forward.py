# SPDX-License-Identifier: Apache-2.0
import copy

import torch
from parts import TwoLayers

KNOWN = {
    "what": "copies a dictionary of state deeply in every call",
    "first": ["graph_break"],
}


class Model(TwoLayers):
    def __init__(self):
        super().__init__()
        self.state = {"scale": torch.full((64,), 0.5), "shift": torch.zeros(64)}

    def forward(self, x):
        x = torch.relu(self.first(x))
        state = copy.deepcopy(self.state)
        return torch.relu(self.second(x * state["scale"] + state["shift"]))


def make():
    return Model().eval(), (torch.randn(16, 64),)
