# SPDX-License-Identifier: Apache-2.0
import torch
from parts import TwoLayers

KNOWN = {
    "what": "takes one of two branches by the sum of a tensor",
    "first": ["graph_break"],
}


class Model(TwoLayers):
    def forward(self, x):
        x = torch.relu(self.first(x))
        if x.sum() > 0:
            x = x * 2
        else:
            x = x - 1
        return torch.relu(self.second(x))


def make():
    return Model().eval(), (torch.randn(16, 64),)
