# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {"what": "a multilayer perceptron", "first": [], "record": ["--variant", "eager", "--variant", "default"]}


def make():
    layers = []
    for _ in range(4):
        layers += [nn.Linear(256, 256), nn.GELU()]
    return nn.Sequential(*layers).eval(), (torch.randn(64, 256),)
