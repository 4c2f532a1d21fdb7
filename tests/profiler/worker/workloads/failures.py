# SPDX-License-Identifier: Apache-2.0
"""Workloads that fail in the ways of the error catalogue."""

import sys

import torch
from torch import nn


class Sum(nn.Module):
    def forward(self, x):
        return x.sum() + 1


def failing():
    from torch._dynamo import register_backend

    def failing(graph, inputs):
        raise RuntimeError("no such instruction on this chip")

    register_backend(failing, name="failing")
    return Sum(), (torch.ones(3),)


def missing_fake():
    @torch.library.custom_op("fusescope_test::opaque", mutates_args=())
    def opaque(x: torch.Tensor) -> torch.Tensor:
        return x.clone()

    class Opaque(nn.Module):
        def forward(self, x):
            return opaque(x) + 1

    return Opaque(), (torch.ones(3),)


def greedy():
    """Asks for a petabyte."""

    def call(x):
        return torch.empty(1 << 50, dtype=torch.uint8) + x

    return torch._dynamo.disable(call), (torch.ones(1, dtype=torch.uint8),)


def raising_call():
    def call():
        raise KeyError("no such token")

    return {"call": call}


def exiting_call():
    return {"call": lambda: sys.exit(3)}


def broken_worker():
    """A fault of ours, planted: a module of the worker's lost what it needs."""
    from fusescope_worker import hashes

    hashes.hashlib = None
    return nn.Linear(3, 3), (torch.ones(3),)


def broken_shapes():
    """The same in what torch is asked for."""
    from fusescope_worker import hashes

    hashes.plain.add_to_hash = torch.ones
    return nn.Linear(3, 3), (torch.ones(3),)
