# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "a chain of elementwise operators that becomes one kernel",
    "first": [],
    "record": ["--variant", "eager", "--variant", "default"],
}


class Model(nn.Module):
    def forward(self, x, y):
        z = torch.sigmoid(x) * y + torch.tanh(y) * x
        z = (z - z.mean(dim=-1, keepdim=True)) * torch.rsqrt(z.var(dim=-1, keepdim=True) + 1e-5)
        return torch.relu(z) * 0.5 + y


def make():
    return Model().eval(), (torch.randn(512, 512), torch.randn(512, 512))
