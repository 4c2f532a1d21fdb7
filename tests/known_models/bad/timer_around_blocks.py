# SPDX-License-Identifier: Apache-2.0
import time

import torch
from parts import Blocks
from torch import nn

KNOWN = {
    "what": "measures each block with a context manager that writes into a list through a skipped function",
    "first": ["graph_break"],
}

SECONDS = []


class Timer:
    def __enter__(self):
        self.start = time.thread_time_ns()

    def __exit__(self, *error):
        SECONDS.append(time.thread_time_ns() - self.start)
        del SECONDS[:-10]


class Model(Blocks):
    def forward(self, x):
        for block in self.blocks:
            with Timer():
                x = block(x)
        return x


def make():
    return Model(nn.Sequential(nn.Linear(64, 64), nn.ReLU()) for _ in range(4)).eval(), (torch.randn(16, 64),)
