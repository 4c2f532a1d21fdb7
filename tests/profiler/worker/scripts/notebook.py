# SPDX-License-Identifier: Apache-2.0
"""The cells of a notebook, each run in one name space as a kernel does."""

import torch  # noqa: F401

CELLS = [
    """
import torch
torch.manual_seed(1)
encoder = torch.nn.TransformerEncoderLayer(32, 2, 64, batch_first=True).eval()
""",
    """
def look(batch):
    with torch.no_grad():
        return encoder(batch).mean()
""",
    """
for _ in range(20_000):
    look(torch.randn(4, 16, 32))
""",
]

for number, cell in enumerate(CELLS):
    exec(compile(cell, f"<cell {number}>", "exec"))
