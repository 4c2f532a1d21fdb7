# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "writes an LSTM as a Python loop over time: 24 copies of the cell are compiled, where nn.LSTM is one library call",
    "first": ["unrolled_loop"],
    "record": ["--variant", "eager", "--variant", "default"],
}


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.gates = nn.Linear(96, 4 * 64)

    def forward(self, x):
        hidden = x.new_zeros(x.size(0), 64)
        cell = x.new_zeros(x.size(0), 64)
        outputs = []
        for step in range(x.size(1)):
            gates = self.gates(torch.cat([x[:, step], hidden], dim=1))
            forget, take, give, new = gates.chunk(4, dim=1)
            cell = torch.sigmoid(forget) * cell + torch.sigmoid(take) * torch.tanh(new)
            hidden = torch.sigmoid(give) * torch.tanh(cell)
            outputs.append(hidden)
        return torch.stack(outputs, dim=1)


def make():
    return Model().eval(), (torch.randn(8, 24, 32),)
