# SPDX-License-Identifier: Apache-2.0
"""One pre-norm transformer encoder block: attention, normalisation, a wide feed-forward.

Why it is here: most work of today's models is this block; matrix products with much to fuse around them.
"""

import torch
from torch import nn
from torch.nn import functional as F


class TransformerBlock(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm_attention = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.projection = nn.Linear(width, width)
        self.norm_feed_forward = nn.LayerNorm(width)
        self.up = nn.Linear(width, 4 * width)
        self.down = nn.Linear(4 * width, width)

    def attention(self, x):
        batch, sequence, width = x.shape
        qkv = self.qkv(x).view(batch, sequence, 3, self.heads, width // self.heads)
        query, key, value = qkv.permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(query, key, value)
        return self.projection(mixed.transpose(1, 2).reshape(batch, sequence, width))

    def forward(self, x):
        x = x + self.attention(self.norm_attention(x))
        return x + self.down(F.gelu(self.up(self.norm_feed_forward(x))))


def make(width=128, heads=4, batch=4, sequence=64):
    module = TransformerBlock(width, heads).eval()
    return {"module": module, "inputs": (torch.randn(batch, sequence, width),), "items": batch * sequence}
