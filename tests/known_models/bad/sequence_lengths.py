# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "is compiled anew as the sequence length changes from case to case",
    "first": ["recompile_size"],
}


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(100, 32)
        self.project = nn.Linear(32, 32)

    def forward(self, ids):
        x = self.embedding(ids)
        weights = torch.softmax(self.project(x) @ x.transpose(1, 2), dim=-1)
        return (weights @ x).mean(dim=1)


def make():
    lengths = (16, 24, 40)
    return {
        "module": Model().eval(),
        "inputs": {f"s{length}": (torch.randint(0, 100, (4, length)),) for length in lengths},
    }
