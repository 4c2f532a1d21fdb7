# SPDX-License-Identifier: Apache-2.0
import logging

import torch
from parts import TwoLayers

KNOWN = {
    "what": "logs a line in forward, which ends the graph though nobody reads the log",
    "first": ["graph_break"],
}

LOG = logging.getLogger("model")


class Model(TwoLayers):
    def forward(self, x):
        x = torch.tanh(self.first(x))
        LOG.info("hidden of shape %s", tuple(x.shape))
        return torch.tanh(self.second(x))


def make():
    return Model().eval(), (torch.randn(16, 64),)
