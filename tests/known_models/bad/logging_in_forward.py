# SPDX-License-Identifier: Apache-2.0
import logging

import torch
from torch import nn

KNOWN = {
    "what": "logs a line in forward, which ends the graph though nobody reads the log",
    "first": ["graph_break"],
    "record": [],
}

LOG = logging.getLogger("model")


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(64, 64)
        self.second = nn.Linear(64, 64)

    def forward(self, x):
        x = torch.tanh(self.first(x))
        LOG.info("hidden of shape %s", tuple(x.shape))
        return torch.tanh(self.second(x))


def make():
    return Model().eval(), (torch.randn(16, 64),)
