# SPDX-License-Identifier: Apache-2.0
import torch
from parts import TwoLayers

KNOWN = {
    "what": "scales by a number that .item() takes out of a tensor, between two halves of the model",
    "first": ["graph_break"],
}


class Model(TwoLayers):
    def forward(self, x):
        x = torch.relu(self.first(x))
        x = x / x.abs().max().item()
        return torch.relu(self.second(x))


def make():
    return Model().eval(), (torch.randn(16, 64),)
