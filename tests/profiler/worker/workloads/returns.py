# SPDX-License-Identifier: Apache-2.0
"""Every form that a callable may return (docs/development/architecture.md, 3)."""

from collections import namedtuple
from dataclasses import dataclass

import torch
from torch import nn

Pair = namedtuple("Pair", "logits hidden")


@dataclass
class Record:
    score: torch.Tensor
    parts: list


class Double(nn.Module):
    def forward(self, x):
        return x * 2


class Named(nn.Module):
    def forward(self, x, *, mask=None, scale=1.0):
        x = x * scale
        return x if mask is None else x.masked_fill(~mask, 0.0)


class Tree(nn.Module):
    """Nested containers of every kind, one number among them."""

    def forward(self, x):
        return {"pair": Pair(x, [x + 1, (x + 2,)]), "record": Record(x.sum(), [x * 3]), "count": 7}


def bare_module():
    return Double()


def script_module():
    return torch.jit.script(Double()), (torch.ones(2, 3),)


def module_args():
    return Double(), (torch.ones(2, 3),)


def module_one_tensor():
    return Double(), torch.ones(2, 3)


def module_args_kwargs():
    return Named(), (torch.ones(2, 3),), {"mask": torch.ones(2, 3, dtype=torch.bool)}


def plain_function():
    return (lambda x: x.sum()), (torch.ones(5),)


def named_inputs():
    return {"module": Named(), "inputs": {"x": torch.ones(4, 3), "scale": 2.0}, "items": 4}


def args_and_kwargs(form="both"):
    x, mask = torch.ones(4, 3), torch.ones(4, 3, dtype=torch.bool)
    inputs = {
        "both": ((x,), {"mask": mask}),
        "named": ((), {"x": x, "mask": mask}),
        "several": [((x,), {"mask": mask}), ((x,), {"mask": ~mask})],
        "a tensor": x,
        "nothing": ((), {"mask": mask}),
    }
    return {"module": Named(), "inputs": inputs[form]}


def with_token(token, depth):
    return Double(), (torch.ones(depth),)


def list_of_sets():
    return {"module": Double(), "inputs": [(torch.full((2, 3), float(n)),) for n in range(3)]}


def list_of_arguments():
    """Two tensors that only together make a call."""
    return {"call": lambda x, y: x + y, "inputs": [torch.ones(2), torch.ones(2)]}


def batches():
    """An endless iterator of (input, label): the label is nothing that the module takes."""

    def endless():
        while True:
            yield torch.ones(4, 3), torch.zeros(4, dtype=torch.int64)

    return {"module": Double(), "inputs": endless()}


def by_case():
    inputs = {"small": (torch.ones(1, 3),), "large": (torch.ones(9, 3),)}
    return {"module": Double(), "inputs": inputs, "items": {"small": 1, "large": 9}}


def request():
    """The measured call is a request that calls the module twice; only the module compiles."""
    module = Double()
    return {"call": lambda prompt: module(module(prompt)), "module": module, "inputs": (torch.ones(2, 3),)}


def no_inputs():
    tensor = torch.ones(3)
    return {"call": lambda: tensor + 1}


def tree():
    return Tree(), (torch.ones(2, 3),)


class Counter(nn.Module):
    """Changes its own buffer in each call."""

    def __init__(self):
        super().__init__()
        self.register_buffer("calls", torch.zeros(()))

    def forward(self, x):
        self.calls += 1
        return x + self.calls


def counter():
    return Counter(), (torch.ones(3),)


def changes_input():
    return {"call": lambda x: x.add_(1), "inputs": (torch.zeros(3),)}


def with_reset():
    module = Counter()
    resets = []

    def reset():
        resets.append(1)
        module.calls.zero_()

    def call(x):
        assert module.calls.item() == 0, "reset must precede each call"
        return module(x)

    return {"module": module, "call": call, "inputs": (torch.ones(3),), "reset": reset}


def training_mode():
    return nn.Sequential(nn.Linear(3, 3), nn.Dropout(0.5)), (torch.ones(2, 3),)


def training_mode_without_effect():
    return nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Dropout(0.0), nn.LSTM(3, 3)), (torch.ones(2, 3),)


class Gated(nn.Module):
    """Its mode is asked for by a function inside a method of its own."""

    def scale(self):
        return [2.0 if self.training else 1.0 for _ in range(1)][0]

    def forward(self, x):
        return x * self.scale()


def training_mode_of_own_code():
    return nn.Sequential(nn.Linear(3, 3), Gated()), (torch.ones(2, 3),)


def parts():
    """Compiled parts are the callable's own wish."""
    module = nn.Sequential(Double(), Double(), nn.Sequential(Double())).eval()
    return {"module": module, "inputs": (torch.ones(2),), "compile": ["0", "1"]}


def parts_with_settings():
    module = nn.Sequential(Double(), Double()).eval()
    return {"call": module, "inputs": (torch.ones(2),), "compile": {"1": {"backend": "eager", "fullgraph": True}}}


def unknown_key():
    return {"module": Double(), "input": (torch.ones(2),)}


def nothing():
    return None


def raises():
    raise ValueError("the dataset is not mounted")


class Outer(nn.Module):
    """A method besides forward, and a submodule, to measure."""

    def __init__(self):
        super().__init__()
        self.inner = Double()

    def forward(self, x):
        return self.inner(x) + 1

    def encode(self, x):
        return self.inner(x) - 1


def outer():
    return Outer(), (torch.ones(2, 3),)


class Lookup(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(50, 4)
        self.token_type_embedding = nn.Embedding(2, 4)

    def forward(self, ids, token_type_ids, mask):
        return (self.words(ids) + self.token_type_embedding(token_type_ids)) * mask.unsqueeze(-1)


def lookup():
    return Lookup()


def autocast_dtype():
    return nn.Linear(3, 2).eval(), (torch.ones(4, 3),)
