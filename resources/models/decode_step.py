# SPDX-License-Identifier: Apache-2.0
"""One step of text generation: one token through a small decoder with a static KV cache.

Why it is here: serving a language model repeats this step; it writes into its cache, so that each
call must begin from the same state. `reset` sees to that, untimed.
"""

import torch
from torch import nn
from torch.nn import functional as F


class DecoderLayer(nn.Module):
    def __init__(self, width, heads, batch, longest):
        super().__init__()
        self.heads = heads
        self.norm_attention = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width, bias=False)
        self.projection = nn.Linear(width, width, bias=False)
        self.norm_feed_forward = nn.LayerNorm(width)
        self.feed_forward = nn.Sequential(nn.Linear(width, 4 * width), nn.SiLU(), nn.Linear(4 * width, width))
        shape = (batch, heads, longest, width // heads)
        self.register_buffer("keys", torch.zeros(shape), persistent=False)
        self.register_buffer("values", torch.zeros(shape), persistent=False)

    def forward(self, x, position, visible):
        batch, width = x.shape
        qkv = self.qkv(self.norm_attention(x)).view(batch, 3, self.heads, 1, width // self.heads)
        query, key, value = qkv.unbind(1)
        self.keys.index_copy_(2, position, key)
        self.values.index_copy_(2, position, value)
        mixed = F.scaled_dot_product_attention(query, self.keys, self.values, attn_mask=visible)
        x = x + self.projection(mixed.reshape(batch, width))
        return x + self.feed_forward(self.norm_feed_forward(x))


class Decoder(nn.Module):
    def __init__(self, vocabulary, width, heads, layers, batch, longest):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width)
        self.layers = nn.ModuleList(DecoderLayer(width, heads, batch, longest) for _ in range(layers))
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, vocabulary, bias=False)
        self.register_buffer("places", torch.arange(longest), persistent=False)

    def forward(self, token, position):
        visible = (self.places <= position)[None, None, None, :]
        x = self.embedding(token)
        for layer in self.layers:
            x = layer(x, position, visible)
        return self.head(self.norm(x))


def make(vocabulary=1000, width=128, heads=4, layers=2, batch=1, longest=128, prompt=64):
    module = Decoder(vocabulary, width, heads, layers, batch, longest).eval()
    filled = [torch.randn(batch, heads, prompt, width // heads) for _ in range(2 * layers)]

    def reset():
        """The cache as it stands after the prompt."""
        with torch.no_grad():
            for index, layer in enumerate(module.layers):
                for cache, content in ((layer.keys, filled[2 * index]), (layer.values, filled[2 * index + 1])):
                    cache.zero_()
                    cache[:, :, :prompt] = content.to(cache.device, cache.dtype)

    inputs = {"token": torch.randint(vocabulary, (batch,)), "position": torch.tensor([prompt])}
    return {"module": module, "inputs": inputs, "reset": reset, "items": batch}
