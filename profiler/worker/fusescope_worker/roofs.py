# SPDX-License-Identifier: Apache-2.0
"""What this machine can do at most, measured by the agent: how fast a copy is, how fast a product of matrices.

Once a recording, in a trace process after its traces, with the threads that the recording has.
"""

from fusescope_worker.graph_constants import largest_cache

_LEAST_COPY, _MOST_COPY = 64 << 20, 512 << 20
_CACHED_COPY, _CACHED_COPY_ON_DEVICE = 1 << 18, 8 << 20
_WIDTH, _WIDTH_ON_DEVICE = 1024, 8192
_SECONDS = {"memory_copy": 0.25, "cache_copy": 0.05}
_SECONDS_OF_PRODUCT = 0.3


def measure(agent, device):
    """Rows of RoofFact: so many bytes (read and written) or operations a second, or the reason why not."""
    on_device = device.type != "cpu"
    width = _WIDTH_ON_DEVICE if on_device else _WIDTH
    sizes = {
        "memory_copy": min(max(_LEAST_COPY, 4 * largest_cache()), _MOST_COPY),
        "cache_copy": _CACHED_COPY_ON_DEVICE if on_device else _CACHED_COPY,
        "matmul_float32": width,
        "matmul_bfloat16": width,
    }
    if on_device:
        sizes["matmul_float16"] = width
    return [_row(agent, kind, size) for kind, size in sizes.items()]


def _row(agent, kind, size):
    try:
        rate = agent.roof(kind, size, _SECONDS.get(kind, _SECONDS_OF_PRODUCT))
    except RuntimeError as error:  # no room for it, or the device has no such product
        return {"kind": kind, "size": size, "reason": str(error).splitlines()[0]}
    return {"kind": kind, "size": size, "per_second": rate}
