# SPDX-License-Identifier: Apache-2.0
import torch
from torch import nn

KNOWN = {
    "what": "tries kernels for products that take microseconds: most of its compile is autotuning",
    "first": ["autotune"],
    "record": ["--variant", "eager", "--variant", "tuned=options.max_autotune:true,options.freezing:true"],
}


def make():
    widths = (64, 96, 128, 160, 192, 224, 256, 208, 176, 144, 112, 80, 64)
    # Nothing between them: a kernel of its own for each would take longer to compile than its product to tune.
    layers = [nn.Linear(before, after) for before, after in zip(widths, widths[1:])]
    return nn.Sequential(*layers).eval(), (torch.randn(32, 64),)
