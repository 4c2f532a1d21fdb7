# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "turns vectors with complex numbers, which Inductor leaves to the library one operator at a time",
    "first": ["unfused_work"],
    "record": ["--variant", "eager", "--variant", "default"],
}


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.turn = nn.Parameter(torch.randn(256, 128, dtype=torch.complex64))

    def forward(self, x):
        turned = x
        for _ in range(4):
            turned = torch.tanh(turned * self.turn + x) * 0.5
        return torch.view_as_real(turned)


def make():
    return Model().eval(), (torch.randn(8, 256, 128, dtype=torch.complex64),)
