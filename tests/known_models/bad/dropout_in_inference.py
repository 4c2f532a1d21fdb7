# SPDX-License-Identifier: Apache-2.0
import torch
import torch.nn.functional as F
from parts import OneLayer

KNOWN = {
    "what": "drops out in inference: F.dropout without training=self.training, so that no two results are alike",
    "first": ["dropout_in_inference"],
}


class Model(OneLayer):
    def forward(self, x):
        return F.dropout(torch.relu(self.inner(x)), 0.3)


def make():
    return Model().eval(), (torch.randn(16, 64),)
