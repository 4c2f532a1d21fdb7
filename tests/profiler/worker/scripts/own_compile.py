# SPDX-License-Identifier: Apache-2.0
"""A script that compiles by itself: its model, one function with settings, and marks a size."""

import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.last = torch.nn.Linear(32, 64), torch.nn.Linear(64, 8)

    def forward(self, x):
        return self.last(torch.relu(self.first(x)))


@torch.compile(dynamic=True, backend="eager")
def score(values):
    return torch.softmax(values, -1).max(-1).values.sum()


def main():
    torch.manual_seed(3)
    model = torch.compile(Net().eval(), mode="reduce-overhead")
    names = list(model._orig_mod.state_dict())
    with torch.no_grad():
        for number in range(50_000):
            x = torch.randn(4 + number % 3, 32)
            torch._dynamo.mark_dynamic(x, 0)
            score(model(x))
    print(names)


if __name__ == "__main__":
    main()
