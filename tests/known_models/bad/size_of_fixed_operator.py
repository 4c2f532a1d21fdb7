# SPDX-License-Identifier: Apache-2.0
"""An encoder of torch's own layers in two batch sizes. At the second one torch makes the size dynamic, the fused encoder
operator takes no such size, and because the layers stand in a loop the whole forward runs eager from then on."""

import torch
from torch import nn

KNOWN = {
    "what": "an encoder of torch's own layers meets a second batch size, for which its fused operator cannot be compiled",
    "first": ["graph_break"],
    "record": ["--input", "ids=batchx32:int64[0,1000)", "--sweep", "batch=1,4"],
}


class Encoder(nn.Module):
    def __init__(self, width=96, depth=2):
        super().__init__()
        self.embedding = nn.Embedding(1000, width)
        self.layers = nn.ModuleList(
            nn.TransformerEncoderLayer(width, 4, 2 * width, batch_first=True, dropout=0.0, norm_first=True)
            for _ in range(depth)
        )
        self.head = nn.Linear(width, 2)

    def forward(self, ids):
        x = self.embedding(ids)
        for layer in self.layers:
            x = layer(x)
        return self.head(x.mean(1))


def make():
    torch.manual_seed(0)
    return Encoder().eval(), (torch.randint(0, 1000, (4, 32)),)
