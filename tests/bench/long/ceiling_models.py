# SPDX-License-Identifier: Apache-2.0
"""Models of ceilings.py that no library has in that size."""

import torch


def mlp(width: int = 1024, batch: int = 64):
    layers = [torch.nn.Linear(width, width), torch.nn.GELU(), torch.nn.Linear(width, width)]
    return torch.nn.Sequential(*layers).eval(), (torch.randn(batch, width),)


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


def vit():
    from transformers import AutoConfig, AutoModel

    config = AutoConfig.for_model(
        "vit", hidden_size=192, num_hidden_layers=4, num_attention_heads=3, intermediate_size=768, image_size=64
    )
    return AutoModel.from_config(config).eval(), (torch.randn(1, 3, 64, 64),)
