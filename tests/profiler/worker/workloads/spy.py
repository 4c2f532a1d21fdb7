# SPDX-License-Identifier: Apache-2.0
"""Looks at what the worker lets user code see, and says it on stdout."""

import json
import os
import sys

import torch
from torch import nn

SEEN = {
    "argv": sys.argv,
    "path": sys.path,
    "main_file": getattr(sys.modules["__main__"], "__file__", None),
    "main_names": [name for name in vars(sys.modules["__main__"]) if not name.startswith("__")],
    "variables": [name for name in os.environ if name.startswith("FUSESCOPE")],
    "directory": os.getcwd(),
    "grad": torch.is_grad_enabled(),
}


def make(**arguments):
    print("SEEN " + json.dumps({**SEEN, "arguments": arguments, "first": float(torch.rand(1))}), flush=True)
    return nn.Linear(3, 2).eval(), (torch.ones(4, 3),)


def pool():
    """Leaves a grandchild behind, as Inductor's compile pool does; its pid is in ./grandchild."""
    import subprocess

    script = "sleep 600 & echo $! > grandchild; wait"
    subprocess.Popen(["sh", "-c", script], start_new_session=True)
    return nn.Linear(3, 2).eval(), (torch.ones(4, 3),)
