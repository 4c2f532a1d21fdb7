# SPDX-License-Identifier: Apache-2.0
"""Seeds, precision, threads, grad mode: set before the model is built, the same in every lane."""

import contextlib
import random
import sys

import torch

from fusescope_worker.errors import bad_input


def dtype_named(name):
    dtype = getattr(torch, name, None)
    if not isinstance(dtype, torch.dtype):
        raise bad_input(f"torch has no dtype '{name}'; write it as torch does, such as float32 or int64.")
    return dtype


def seed_everything(seed):
    random.seed(seed)
    torch.manual_seed(seed)  # all devices, too
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(seed % 2**32)


def apply(numeric):
    """Everything process-wide. Grad mode and autocast belong to the call: see CallContext."""
    if numeric.threads:
        torch.set_num_threads(numeric.threads)
    if numeric.matmul_precision:
        torch.set_float32_matmul_precision(numeric.matmul_precision)
    if numeric.tf32 is not None:
        torch.backends.cuda.matmul.allow_tf32 = numeric.tf32
        torch.backends.cudnn.allow_tf32 = numeric.tf32
    if numeric.deterministic:
        torch.use_deterministic_algorithms(True, warn_only=True)


class CallContext:
    """Grad mode around calls, entered once outside the timed span; autocast inside each call."""

    def __init__(self, numeric, training, device):
        self._training = training
        self._grad_mode = numeric.grad_mode
        self._device_type = device.type
        self._autocast_dtype = dtype_named(numeric.autocast) if numeric.autocast else None
        self.enabled = True  # autocast; off while a reference runs in fp64

    def grad_mode(self):
        if self._training or self._grad_mode == "grad":
            return torch.enable_grad()
        return torch.inference_mode() if self._grad_mode == "inference_mode" else torch.no_grad()

    def autocast(self, call):
        """As a user writes it: leaving the context after each call also drops its weight cache."""
        if self._autocast_dtype is None or not self.enabled:
            return call
        device_type, dtype = self._device_type, self._autocast_dtype

        def autocast_call():
            with torch.autocast(device_type, dtype=dtype):
                return call()

        return autocast_call

    def autocast_block(self):
        """For the forward and the loss of a training step; backward and the optimizer stay outside."""
        if self._autocast_dtype is None or not self.enabled:
            return contextlib.nullcontext()
        return torch.autocast(self._device_type, dtype=self._autocast_dtype)
