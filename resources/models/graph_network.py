# SPDX-License-Identifier: Apache-2.0
"""Two rounds of message passing on a random graph, written with plain gather and scatter.

Why it is here: irregular memory access with little arithmetic, which matrix-shaped models never show.
"""

import torch
from torch import nn


class MessagePassing(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.message = nn.Sequential(nn.Linear(2 * width, width), nn.ReLU(), nn.Linear(width, width))
        self.update = nn.GRUCell(width, width)

    def forward(self, nodes, source, destination):
        messages = self.message(torch.cat([nodes[source], nodes[destination]], dim=-1))
        gathered = torch.zeros_like(nodes).index_add(0, destination, messages)
        return self.update(gathered, nodes)


class GraphNetwork(nn.Module):
    def __init__(self, features, width, classes, rounds):
        super().__init__()
        self.encode = nn.Linear(features, width)
        self.rounds = nn.ModuleList(MessagePassing(width) for _ in range(rounds))
        self.classify = nn.Linear(width, classes)

    def forward(self, nodes, edges):
        source, destination = edges
        x = torch.relu(self.encode(nodes))
        for passing in self.rounds:
            x = passing(x, source, destination)
        return self.classify(x)


def make(nodes=256, edges=1024, features=16, width=32, classes=8, rounds=2):
    module = GraphNetwork(features, width, classes, rounds).eval()
    inputs = {"nodes": torch.randn(nodes, features), "edges": torch.randint(nodes, (2, edges))}
    return {"module": module, "inputs": inputs, "items": nodes}
