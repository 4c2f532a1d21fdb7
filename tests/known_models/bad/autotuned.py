# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "tries kernels for products that take microseconds: most of its compile is autotuning",
    "first": ["autotune"],
    "record": ["--variant", "eager", "--variant", "tuned=options.max_autotune:true,options.freezing:true"],
}


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        widths = (64, 96, 128, 160, 96, 64)
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in zip(widths, widths[1:]))

    def forward(self, x):
        for layer in self.layers:
            x = torch.relu(layer(x))
        return x


def make():
    return Model().eval(), (torch.randn(32, 64),)
