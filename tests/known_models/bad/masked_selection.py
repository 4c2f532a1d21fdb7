# SPDX-License-Identifier: Apache-2.0
import torch
from parts import TwoLayers

KNOWN = {
    "what": "keeps the rows above a limit: how many there are is known only when the values are",
    "first": ["graph_break"],
}


class Model(TwoLayers):
    def forward(self, x):
        x = torch.relu(self.first(x))
        kept = x[x.mean(dim=1) > 0]
        return self.second(kept).sum(dim=0)


def make():
    return Model().eval(), (torch.randn(32, 64),)
