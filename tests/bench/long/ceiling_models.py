# SPDX-License-Identifier: Apache-2.0
"""Models of ceilings.py that no library has in that size."""

import torch


def mlp_large(width: int = 1024, batch: int = 64):
    layers = [torch.nn.Linear(width, width), torch.nn.GELU(), torch.nn.Linear(width, width)]
    return torch.nn.Sequential(*layers).eval(), (torch.randn(batch, width),)


def mlp_deep(width: int = 32, depth: int = 40):
    """Small products in a row: dispatch takes most of the time."""
    layers = [layer for _ in range(depth) for layer in (torch.nn.Linear(width, width), torch.nn.ReLU())]
    return torch.nn.Sequential(*layers).eval(), (torch.randn(4, width),)


class Elementwise(torch.nn.Module):
    """Twelve operators that read and write all of their tensor each."""

    def forward(self, x):
        for _ in range(3):
            x = torch.tanh(x * 1.01 + 0.5) - 0.25
        return x


def elementwise(elements: int = 1 << 20):
    return Elementwise().eval(), (torch.randn(elements),)


def attention(width: int = 256, heads: int = 4, length: int = 128):
    layer = torch.nn.TransformerEncoderLayer(width, heads, 4 * width, batch_first=True, norm_first=True)
    layer.eval()
    return layer, (torch.randn(1, length, width),)


class Norms(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norms = torch.nn.ModuleList(torch.nn.LayerNorm(width) for _ in range(4))

    def forward(self, x):
        for norm in self.norms:
            x = norm(x) * torch.sigmoid(x)
        return x


def norms(width: int = 512, rows: int = 1024):
    return Norms(width).eval(), (torch.randn(rows, width),)


class Softmax(torch.nn.Module):
    """Attention scores that nobody fused: scale, mask, softmax, weighted sum."""

    def forward(self, query, key, value, mask):
        scores = query @ key.transpose(-2, -1) / query.shape[-1] ** 0.5
        return torch.softmax(scores + mask, dim=-1) @ value


def softmax(heads: int = 8, length: int = 256, width: int = 32):
    query, key, value = (torch.randn(1, heads, length, width) for _ in range(3))
    mask = torch.full((length, length), float("-inf")).triu(1)
    return Softmax().eval(), (query, key, value, mask)


def gru(width: int = 64, length: int = 16):
    return torch.nn.GRU(width, width, batch_first=True).eval(), (torch.randn(4, length, width),)


def conv_1d(channels: int = 64, length: int = 2048):
    layers = []
    for _ in range(4):
        layers += [torch.nn.Conv1d(channels, channels, 9, padding=4), torch.nn.BatchNorm1d(channels), torch.nn.ELU()]
    return torch.nn.Sequential(*layers).eval(), (torch.randn(1, channels, length),)


class Mixer(torch.nn.Module):
    def __init__(self, tokens, width):
        super().__init__()
        self.norms = torch.nn.ModuleList(torch.nn.LayerNorm(width) for _ in range(2))
        self.over_tokens = torch.nn.Sequential(
            torch.nn.Linear(tokens, 2 * tokens), torch.nn.GELU(), torch.nn.Linear(2 * tokens, tokens)
        )
        self.over_width = torch.nn.Sequential(
            torch.nn.Linear(width, 4 * width), torch.nn.GELU(), torch.nn.Linear(4 * width, width)
        )

    def forward(self, x):
        x = x + self.over_tokens(self.norms[0](x).transpose(1, 2)).transpose(1, 2)
        return x + self.over_width(self.norms[1](x))


def mixer(tokens: int = 64, width: int = 192):
    return torch.nn.Sequential(*(Mixer(tokens, width) for _ in range(3))).eval(), (torch.randn(4, tokens, width),)


class Recommender(torch.nn.Module):
    """Sums of embeddings beside a dense part, their products, and a small network on top."""

    def __init__(self, tables, rows, width):
        super().__init__()
        self.tables = torch.nn.ModuleList(torch.nn.EmbeddingBag(rows, width, mode="sum") for _ in range(tables))
        self.dense = torch.nn.Sequential(torch.nn.Linear(13, 64), torch.nn.ReLU(), torch.nn.Linear(64, width))
        pairs = (tables + 1) * tables // 2
        self.top = torch.nn.Sequential(torch.nn.Linear(pairs + width, 128), torch.nn.ReLU(), torch.nn.Linear(128, 1))
        self.register_buffer("pairs", torch.triu_indices(tables + 1, tables + 1, 1))

    def forward(self, dense, indices):
        dense = self.dense(dense)
        vectors = torch.stack([dense] + [table(index) for table, index in zip(self.tables, indices)], dim=1)
        products = vectors @ vectors.transpose(1, 2)
        return torch.sigmoid(self.top(torch.cat([dense, products[:, self.pairs[0], self.pairs[1]]], dim=1)))


def recommender(tables: int = 8, rows: int = 10_000, width: int = 32, batch: int = 128):
    indices = torch.randint(rows, (tables, batch, 4))
    return Recommender(tables, rows, width).eval(), (torch.randn(batch, 13), indices)


def vit():
    from transformers import AutoConfig, AutoModel

    config = AutoConfig.for_model(
        "vit", hidden_size=192, num_hidden_layers=4, num_attention_heads=3, intermediate_size=768, image_size=64
    )
    return AutoModel.from_config(config).eval(), (torch.randn(1, 3, 64, 64),)
