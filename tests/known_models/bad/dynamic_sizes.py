# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "is compiled for any size though one comes: dynamic=True loses what fixed sizes allow",
    "first": ["dynamic_cost"],
    "record": [
        "--variant", "eager", "--variant", "static=dynamic:false", "--variant", "any=dynamic:true", "--processes", "3",
    ],
}  # fmt: skip


class Model(nn.Module):
    def forward(self, x):
        x = x.permute(0, 2, 1).reshape(x.size(0), -1, 8)
        return torch.nn.functional.pad(x, (1, 1)).unfold(2, 3, 1).sum(dim=3)


def make():
    return Model().eval(), (torch.randn(8, 64, 64),)
