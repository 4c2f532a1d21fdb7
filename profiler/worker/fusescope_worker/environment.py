# SPDX-License-Identifier: Apache-2.0
"""Facts that make runs comparable or not (docs/fields.md). No dump of the environment."""

import os
import platform
import re

import torch

_VARIABLES = re.compile(r"^(TORCH|CUDA|OMP)")
_SECRET = re.compile(r"TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|KEY|AUTH", re.IGNORECASE)
_LONGEST_VALUE = 200
# Set by the recorder for each process, and so no difference that a user made.
_RECORDERS = {"TORCHINDUCTOR_CACHE_DIR", "TRITON_CACHE_DIR", "TORCHINDUCTOR_VEC_ISA_OK"}
_AT_START = dict(os.environ)  # before torch adds its own


def fields(session):
    numeric = session.plan.numeric
    found = {
        "python": platform.python_version(),
        "torch": torch.__version__,
        "cuda": getattr(torch.version, "cuda", None) or "none",
        "os": f"{platform.system()} {platform.release()}",
        "device": str(session.device),
        "threads": torch.get_num_threads(),
        "task": session.plan.workload.task,
        "dtype": numeric.dtype or "as built",
        "autocast": numeric.autocast or "off",
        "weights_hash": session.weights_hash,
        **_device(session.device),
    }
    found.update(_variables())
    return {name: str(value) for name, value in found.items() if value is not None}


def _device(device):
    if device.type != "cuda":
        return {"device_name": _processor()}
    properties = torch.cuda.get_device_properties(device)
    return {
        "device_name": properties.name,
        "device_uuid": getattr(properties, "uuid", None),
        "compute_capability": f"{properties.major}.{properties.minor}",
    }


def _processor():
    try:
        with open("/proc/cpuinfo") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _variables():
    """Only what steers torch, CUDA or OpenMP; never a value that may be a secret."""
    found = {}
    for name, value in _AT_START.items():
        if _VARIABLES.match(name) and name not in _RECORDERS and not _SECRET.search(name):
            found[f"env.{name}"] = value[:_LONGEST_VALUE]
    return found
