# SPDX-License-Identifier: Apache-2.0
"""NVTX ranges of the user's code as ranges that the observer sees, like those of record_function.

In trace processes alone. What is replaced lies below torch.cuda.nvtx: Dynamo puts that module's functions into its
graphs as they are, so the same graphs come out. Ranges that end in another thread (range_start) stay NVTX's own.
"""

import torch

from fusescope_worker.pristine import threading


class _Ranges:
    """Stands in for torch._C._nvtx."""

    def __init__(self, nvtx):
        self._nvtx, self._open = nvtx, threading.local()

    def __getattr__(self, name):
        return getattr(self._nvtx, name)

    def rangePushA(self, message):  # noqa: N802: NVTX's name
        depth = self._nvtx.rangePushA(message)
        span = torch.autograd.profiler.record_function(str(message))
        span.__enter__()
        self._stack().append(span)
        return depth

    def rangePop(self):  # noqa: N802
        stack = self._stack()
        if stack:
            stack.pop().__exit__(None, None, None)
        return self._nvtx.rangePop()

    def _stack(self):
        if not hasattr(self._open, "stack"):
            self._open.stack = []
        return self._open.stack


def watch_nvtx():
    import torch.cuda.nvtx as module

    nvtx = getattr(module, "_nvtx", None)
    if hasattr(nvtx, "rangePushA") and hasattr(nvtx, "rangePop") and not isinstance(nvtx, _Ranges):
        module._nvtx = _Ranges(nvtx)
