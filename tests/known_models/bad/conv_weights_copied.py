# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "copies large convolution weights into another memory layout in every call, for a small image",
    "first": ["layout_copies"],
    "record": ["--variant", "eager", "--variant", "default"],
}


def make():
    layers = []
    for _ in range(3):
        layers += [nn.Conv2d(256, 256, 3, padding=1), nn.ReLU()]
    return nn.Sequential(*layers).eval(), (torch.randn(1, 256, 6, 6),)
