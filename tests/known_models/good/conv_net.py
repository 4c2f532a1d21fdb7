# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "a small convolutional net whose weights are packed when it compiles",
    "first": [],
    "record": ["--variant", "eager", "--variant", "frozen=options.freezing:true"],
}


def make():
    layers = []
    for before, after in ((3, 16), (16, 32), (32, 32)):
        layers += [nn.Conv2d(before, after, 3, padding=1), nn.BatchNorm2d(after), nn.SiLU()]
    return nn.Sequential(*layers).eval(), (torch.randn(4, 3, 48, 48),)
