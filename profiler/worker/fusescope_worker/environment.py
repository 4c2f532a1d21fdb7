# SPDX-License-Identifier: Apache-2.0
"""Facts that make runs comparable or not (docs/fields.md). No dump of the environment."""

import torch

from fusescope_worker import devices, plain, provenance, secret_names
from fusescope_worker.pristine import json, math, open, os, platform, re

_VARIABLES = re.compile(r"^(TORCH|CUDA|OMP)")
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
        "device": devices.named(session.device),
        "model_id": _model_id(session.plan.workload),
        "weights_hash": session.weights_hash,
        "task": session.plan.workload.task,
        "dtype": numeric.dtype or _built_dtype(session),
        "autocast": numeric.autocast or "off",
        "memory_format": "channels_last" if numeric.channels_last else "contiguous",
        "grad_mode": _grad_mode(session),
        "threads": torch.get_num_threads(),
        "interop_threads": torch.get_num_interop_threads(),
        "tf32": _tf32(),
        "matmul_precision": _read(torch.get_float32_matmul_precision),
        "deterministic": _read(torch.are_deterministic_algorithms_enabled),
        "cudnn_benchmark": _read(lambda: torch.backends.cudnn.benchmark),
        **_package(session.package),
        **_device(session.device),
        **_variables(),
        **provenance.fields(),
    }
    return {name: _text(value) for name, value in found.items() if value is not None}


def _package(facts):
    """Of an engine's program."""
    return {} if facts is None else {"engine": facts["engine"], "package_bytes": facts["bytes"]}


def _built_dtype(session):
    """The floating type of most parameters; a workload without any is described by torch's default."""
    module = session.module
    counts = {}
    for parameter in module.parameters() if isinstance(module, torch.nn.Module) else ():
        if parameter.dtype.is_floating_point:
            counts[parameter.dtype] = counts.get(parameter.dtype, 0) + math.prod(plain.shape_of(parameter))
    dtype = max(counts, key=counts.get) if counts else torch.get_default_dtype()
    return str(dtype).removeprefix("torch.")


def _model_id(workload):
    known = secret_names.without_secrets(workload.arguments or {})
    arguments = json.dumps(known, sort_keys=True) if known else ""
    return f"{workload.spec} {arguments}".strip()


def _text(value):
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def _read(getter):
    """None where this torch has no such thing, or refuses to tell."""
    try:
        return getter()
    except Exception:
        return None


def _grad_mode(session):
    return "grad" if session.training else session.plan.numeric.grad_mode


def _tf32():
    matmul = _read(lambda: torch.backends.cuda.matmul.allow_tf32)
    convolution = _read(lambda: torch.backends.cudnn.allow_tf32)
    return None if matmul is None else f"matmul {_text(matmul)}, convolution {_text(convolution)}"


def _device(device):
    if device.type == "cpu":
        return {"device_name": _processor()}
    found = devices.facts(device)
    if devices.named(device).startswith("cuda"):
        found = {**found, "device_partition": partition(found["device_name"]), "driver": _driver()}
    return found


def partition(device_name):
    """The MIG profile, which the driver puts behind the name: "NVIDIA H100 80GB HBM3 MIG 1g.10gb"."""
    found = re.search(r" MIG (\S+)$", device_name)
    return found and found.group(1)


def _driver():
    try:
        with open("/proc/driver/nvidia/version") as file:
            found = re.search(r"(\d+\.\d+(\.\d+)?)", file.readline())
            return found and found.group(1)
    except OSError:
        return None


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
        if _VARIABLES.match(name) and name not in _RECORDERS and not secret_names.may_lead_to_secret(name):
            found[f"env.{name}"] = secret_names.without_secret(name, value)[:_LONGEST_VALUE]
    return found
