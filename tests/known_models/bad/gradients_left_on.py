# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "keeps gradients in inference, as torch.no_grad() was forgotten",
    "first": ["gradients_on"],
}


def make():
    module = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 64)).eval()

    def call(x):
        with torch.enable_grad():
            return module(x)

    return {"call": call, "module": module, "inputs": (torch.randn(16, 64),)}
