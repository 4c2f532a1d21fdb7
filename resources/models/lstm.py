# SPDX-License-Identifier: Apache-2.0
"""A tagger: embedding, LSTM cells unrolled over time, a linear head; trains as well.

Why it is here: recurrence is a chain of many small steps, where calling costs more than computing,
and an unrolled loop makes large graphs that take long to compile.
"""

import torch
from torch import nn
from torch.nn import functional as F


class Tagger(nn.Module):
    def __init__(self, vocabulary, width, hidden, tags):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width)
        self.cell = nn.LSTMCell(width, hidden)
        self.head = nn.Linear(hidden, tags)

    def forward(self, ids):
        embedded = self.embedding(ids)
        hidden = embedded.new_zeros(ids.shape[0], self.cell.hidden_size)
        memory = torch.zeros_like(hidden)
        states = []
        for step in range(ids.shape[1]):
            hidden, memory = self.cell(embedded[:, step], (hidden, memory))
            states.append(hidden)
        return self.head(torch.stack(states, dim=1))


def tagging_loss(output, tags):
    return F.cross_entropy(output.flatten(0, 1), tags.flatten())


def make(vocabulary=1000, width=32, hidden=64, tags=12, batch=8, sequence=12):
    module = Tagger(vocabulary, width, hidden, tags).eval()
    return {
        "module": module,
        "inputs": {
            "ids": torch.randint(vocabulary, (batch, sequence)),
            "tags": torch.randint(tags, (batch, sequence)),  # taken by the loss alone
        },
        "loss": tagging_loss,
        "optimizer": torch.optim.SGD(module.parameters(), lr=0.05),
        "items": batch * sequence,
    }
