# SPDX-License-Identifier: Apache-2.0
"""A small U-Net as diffusion models use it: residual blocks with a time embedding, one skip.

Why it is here: convolutions that are fast already, with chains of normalisation and activation
between them, which is what compiling can fuse.
"""

import math

import torch
from torch import nn
from torch.nn import functional as F


class ResidualBlock(nn.Module):
    def __init__(self, inputs, outputs, time_width):
        super().__init__()
        self.norm_in = nn.GroupNorm(8, inputs)
        self.conv_in = nn.Conv2d(inputs, outputs, 3, padding=1)
        self.time = nn.Linear(time_width, outputs)
        self.norm_out = nn.GroupNorm(8, outputs)
        self.conv_out = nn.Conv2d(outputs, outputs, 3, padding=1)
        self.shortcut = nn.Conv2d(inputs, outputs, 1) if inputs != outputs else nn.Identity()

    def forward(self, x, time):
        y = self.conv_in(F.silu(self.norm_in(x)))
        y = y + self.time(F.silu(time))[:, :, None, None]
        return self.shortcut(x) + self.conv_out(F.silu(self.norm_out(y)))


class SmallUNet(nn.Module):
    def __init__(self, channels, width):
        super().__init__()
        self.time_width = 2 * width
        self.stem = nn.Conv2d(channels, width, 3, padding=1)
        self.down = ResidualBlock(width, 2 * width, self.time_width)
        self.middle = ResidualBlock(2 * width, 2 * width, self.time_width)
        self.up = ResidualBlock(3 * width, width, self.time_width)
        self.head = nn.Conv2d(width, channels, 3, padding=1)

    def time_embedding(self, timestep):
        half = self.time_width // 2
        frequency = torch.exp(-math.log(10_000) * torch.arange(half, device=timestep.device) / half)
        angle = timestep[:, None].float() * frequency
        return torch.cat([angle.sin(), angle.cos()], dim=-1).to(self.stem.weight.dtype)

    def forward(self, sample, timestep):
        time = self.time_embedding(timestep)
        skip = self.stem(sample)
        x = self.middle(self.down(F.avg_pool2d(skip, 2), time), time)
        x = torch.cat([F.interpolate(x, scale_factor=2.0, mode="nearest"), skip], dim=1)
        return self.head(self.up(x, time))


def make(channels=4, width=32, batch=2, size=32):
    module = SmallUNet(channels, width).eval()
    inputs = {
        "sample": torch.randn(batch, channels, size, size),
        "timestep": torch.randint(1000, (batch,)),
    }
    return {"module": module, "inputs": inputs, "items": batch}
