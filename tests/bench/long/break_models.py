# SPDX-License-Identifier: Apache-2.0
"""Models whose graph breaks can be removed: each form computes the same, with and without them."""

import torch

# Small enough that what a break costs stands out of how much the machine varies from process to process.
WIDTH = 64
BATCH = 16


class Straight(torch.nn.Module):
    """k breaks in a straight line, each at a line of its own."""

    def __init__(self, k, broken):
        super().__init__()
        self.k, self.broken = k, broken
        self.layers = torch.nn.ModuleList(torch.nn.Linear(WIDTH, WIDTH) for _ in range(9))

    def forward(self, x):
        layers = self.layers
        x = layers[0](x).relu()
        if self.broken and self.k >= 1:
            print(end="")
        x = layers[1](x).relu()
        if self.broken and self.k >= 2:
            print(end="")
        x = layers[2](x).relu()
        if self.broken and self.k >= 3:
            print(end="")
        x = layers[3](x).relu()
        if self.broken and self.k >= 4:
            print(end="")
        x = layers[4](x).relu()
        if self.broken and self.k >= 5:
            print(end="")
        x = layers[5](x).relu()
        if self.broken and self.k >= 6:
            print(end="")
        x = layers[6](x).relu()
        if self.broken and self.k >= 7:
            print(end="")
        x = layers[7](x).relu()
        if self.broken and self.k >= 8:
            print(end="")
        return layers[8](x)


class Layer(torch.nn.Module):
    """Of the user's own: where Dynamo skips the frame that calls it, its forward is a graph by itself."""

    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(WIDTH, WIDTH)

    def forward(self, x):
        return self.linear(x).relu()


class Loop(torch.nn.Module):
    """One place in a loop, passed k times: Dynamo skips the whole frame."""

    def __init__(self, k, broken):
        super().__init__()
        self.k, self.broken = k, broken
        self.layers = torch.nn.ModuleList(Layer() for _ in range(9))

    def forward(self, x):
        for index, layer in enumerate(self.layers):
            x = layer(x)
            if self.broken and index < self.k:
                print(end="")
        return x


class Item(torch.nn.Module):
    """k values leave the graph by .item(); without, they stay tensors."""

    def __init__(self, k, broken):
        super().__init__()
        self.k, self.broken = k, broken
        self.first = torch.nn.Linear(WIDTH, WIDTH)
        self.second = torch.nn.Linear(WIDTH, WIDTH)
        self.third = torch.nn.Linear(WIDTH, WIDTH)
        self.last = torch.nn.Linear(WIDTH, WIDTH)

    def forward(self, x):
        x = self.first(x)
        scale = x.abs().mean()
        x = x / (scale.item() if self.broken else scale)
        x = self.second(x).relu()
        if self.k >= 2:
            scale = x.abs().mean()
            x = x / (scale.item() if self.broken else scale)
        x = self.third(x).relu()
        if self.k >= 3:
            scale = x.abs().mean()
            x = x / (scale.item() if self.broken else scale)
        return self.last(x)


class Encoder(torch.nn.Module):
    """Transformer layers with a break between the first k."""

    def __init__(self, k, broken):
        super().__init__()
        self.k, self.broken = k, broken
        self.first, self.second, self.third, self.last = (
            torch.nn.TransformerEncoderLayer(WIDTH, 4, 2 * WIDTH, dropout=0.0, batch_first=True) for _ in range(4)
        )

    def forward(self, x):
        x = self.first(x)
        if self.broken and self.k >= 1:
            print(end="")
        x = self.second(x)
        if self.broken and self.k >= 2:
            print(end="")
        x = self.third(x)
        if self.broken and self.k >= 3:
            print(end="")
        return self.last(x)


FORMS = {"straight": Straight, "loop": Loop, "item": Item, "encoder": Encoder}


def make(form: str, k: int = 1, broken: bool = True):
    torch.manual_seed(0)
    model = FORMS[form](int(k), bool(int(broken))).eval()
    shape = (4, 16, WIDTH) if form == "encoder" else (BATCH, WIDTH)
    return model, (torch.randn(*shape),)
