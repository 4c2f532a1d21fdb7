# SPDX-License-Identifier: Apache-2.0
"""Small models that are slow in one known way. Where only an edit mends them, MENDED=1 in the environment of a worker
is that edit: both forms then run in lock step, as two variants of one comparison."""

import os

import torch
from torch import nn

MENDED = os.environ.get("MENDED") == "1"
WIDTH = 64


def convolutions(channels, size, layers):
    blocks = [nn.Conv2d(channels if i else 3, channels, 3, padding=1, bias=False) for i in range(layers)]
    norms = [nn.BatchNorm2d(channels) for _ in blocks]
    body = [part for pair in zip(blocks, norms, strict=True) for part in (*pair, nn.ReLU())]
    return nn.Sequential(*body).eval(), (torch.randn(1, 3, size, size),)


class Printing(nn.Module):
    """Says what it does in each call."""

    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(WIDTH, WIDTH) for _ in range(6))

    def forward(self, x):
        x = self.layers[1](self.layers[0](x).relu()).relu()
        if not MENDED:
            print(end="")
        x = self.layers[3](self.layers[2](x).relu()).relu()
        if not MENDED:
            print(end="")
        return self.layers[5](self.layers[4](x).relu())


class Scaled(nn.Module):
    """Reads the value of a tensor."""

    def __init__(self, capture):
        super().__init__()
        self.tensor = MENDED and not capture
        self.layers = nn.ModuleList(nn.Linear(WIDTH, WIDTH) for _ in range(4))

    def forward(self, x):
        x = self.layers[0](x)
        scale = x.abs().mean()
        x = self.layers[1](x / (scale if self.tensor else scale.item()))
        scale = x.abs().mean()
        x = self.layers[2](x / (scale if self.tensor else scale.item()))
        return self.layers[3](x).relu()


class Loop(nn.Module):
    """A break inside a loop: Dynamo skips the whole frame."""

    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(Leaf() for _ in range(8))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
            if not MENDED:
                print(end="")
        return x


class Leaf(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(WIDTH, WIDTH)

    def forward(self, x):
        return self.linear(x).relu() + x


class Leaves(nn.Module):
    """Many small modules, each of which may be compiled by itself."""

    def __init__(self):
        super().__init__()
        self.leaves = nn.ModuleList(Leaf() for _ in range(16))

    def forward(self, x):
        for leaf in self.leaves:
            x = leaf(x)
        return x


class Counted(nn.Module):
    """Computes with an integer of its own, which torch takes for a constant."""

    def __init__(self):
        super().__init__()
        self.count = 1
        self.linear = nn.Linear(WIDTH, WIDTH)

    def forward(self, x):
        return self.linear(x).relu() * self.count + x


def numbers():
    """Four values in turn: four compiles."""
    model = Counted().eval()

    def call(x):
        model.count = model.count % 4 + 1
        return model(x)

    return {"call": call, "module": model, "inputs": (torch.randn(16, WIDTH),)}


class Sizes(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(WIDTH, 2 * WIDTH), nn.Linear(2 * WIDTH, WIDTH)

    def forward(self, x):
        return torch.softmax(self.second(torch.nn.functional.gelu(self.first(x))), -1)


class SizesAcross(Sizes):
    """The size crosses a graph break."""

    def forward(self, x):
        x = self.first(x)
        print(end="")
        return torch.softmax(self.second(torch.nn.functional.gelu(x)), -1)


def learning():
    """A schedule changes the learning rate, a number of Python unless it is mended."""
    model = nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, 1))
    rate = torch.tensor(0.01) if MENDED else 0.01
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, foreach=False)  # torch refuses a tensor with foreach=True
    x, target = torch.randn(16, WIDTH), torch.randn(16, 1)
    update = torch.compile(optimizer.step)
    rates = iter(range(1, 1_000_000))

    @torch.enable_grad()
    def call():
        optimizer.zero_grad(set_to_none=True)
        (model(x) - target).square().mean().backward()
        update()
        value = 0.01 / (1 + next(rates) % 4)
        for group in optimizer.param_groups:
            if MENDED:
                group["lr"].fill_(value)
            else:
                group["lr"] = value
        return x

    return {"call": call, "module": model, "optimizer": optimizer}


def make(form: str):
    torch.manual_seed(0)
    if form == "weights":
        return convolutions(256, 12, 5)
    if form == "inputs":
        return nn.Conv2d(64, 8, 3, padding=1).eval(), (torch.randn(1, 64, 112, 112),)
    if form in ("numbers", "learning"):
        return {"numbers": numbers, "learning": learning}[form]()
    models = {
        "printing": Printing,
        "item": lambda: Scaled(False),
        "capture": lambda: Scaled(True),
        "loop": Loop,
        "leaves": Leaves,
        "sizes": Sizes,
        "across": SizesAcross,
    }
    return models[form]().eval(), (torch.randn(16, WIDTH),)
