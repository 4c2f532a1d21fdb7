# SPDX-License-Identifier: Apache-2.0
"""A training loop as people write it: seeds, a data set of its own, an evaluation now and then, a checkpoint."""

import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=10_000)
    parser.add_argument("--save", default="")
    return parser.parse_args()


def build():
    return nn.Sequential(nn.Linear(32, 64), nn.ReLU(), nn.Dropout(0.1), nn.Linear(64, 4))


def evaluate(model, batches):
    model.eval()
    with torch.no_grad():
        right = sum((model(x).argmax(1) == y).sum().item() for x, y in batches)
    model.train()
    return right


def main():
    options = parse()
    torch.manual_seed(7)
    model = build()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    schedule = torch.optim.lr_scheduler.StepLR(optimizer, 100)
    data = DataLoader(TensorDataset(torch.randn(256, 32), torch.randint(0, 4, (256,))), batch_size=16, shuffle=True)
    for epoch in range(options.epochs):
        for x, y in data:
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(x), y)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
        print(f"epoch {epoch}: {evaluate(model, data)} right", flush=True)
        if options.save:
            torch.save(model.state_dict(), options.save)


if __name__ == "__main__":
    main()
