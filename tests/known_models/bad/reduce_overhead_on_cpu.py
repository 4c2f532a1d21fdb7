# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "asks for CUDA graphs on a CPU, and gets what the default mode makes",
    "first": ["cuda_graphs_on_cpu"],
    "record": ["--variant", "eager", "--variant", "reduce-overhead"],
}


def make():
    return nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 64)).eval(), (torch.randn(16, 64),)
