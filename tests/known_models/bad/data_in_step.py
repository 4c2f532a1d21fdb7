# SPDX-License-Identifier: Apache-2.0
import itertools

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

KNOWN = {
    "what": "waits for its DataLoader, which decodes each sample in the step's own thread",
    "first": ["data_wait"],
}


class Samples(Dataset):
    def __len__(self):
        return 4096

    def __getitem__(self, _):
        return torch.sin(torch.arange(4096, dtype=torch.float32))[:64]


def make():
    module = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 64)).eval()
    loader = DataLoader(Samples(), batch_size=16)
    batches = itertools.chain.from_iterable(itertools.repeat(loader))

    def call(scale):
        return module(next(batches)) * scale

    return {"call": call, "module": module, "inputs": (torch.ones(1),)}
