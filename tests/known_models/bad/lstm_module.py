# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "nn.LSTM between two linear layers: torch gives up the whole forward there, so nothing runs compiled",
    "first": ["ran_eager", "graph_break", "library_kernel_lost"],
}


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(64, 128)
        self.recurrent = nn.LSTM(128, 256, batch_first=True)
        self.last = nn.Linear(256, 32)

    def forward(self, x):
        hidden, _ = self.recurrent(torch.relu(self.first(x)))
        return self.last(hidden)


def make():
    return Model().eval(), (torch.randn(8, 48, 64),)
