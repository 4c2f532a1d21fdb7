# SPDX-License-Identifier: Apache-2.0
"""What the graph clock's own method costs, and how fast memory is: measured in the process of the windows."""

import statistics

import torch

from fusescope_worker.compiling import compile_arguments
from fusescope_worker.pristine import open, time

_WARM_UP = 300
_EMPTY_CALLS = 20_000
_LEAST_COPY, _MOST_COPY = 64 << 20, 512 << 20
_COPIES = 5


class NullModel(torch.nn.Module):
    """Its graph does nothing with two parameters. Its outputs are no views of its inputs: handing those out costs
    more than all else that a graph does by itself."""

    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(1, 1))
        self.bias = torch.nn.Parameter(torch.ones(1, 1))

    def forward(self, x):
        return torch.empty_like(x), torch.empty_like(self.weight), torch.empty_like(self.bias)


def measure(clock, device, synchronize):
    """{wrapper_ns, bytes_per_second}, as far as they could be measured."""
    return {"bytes_per_second": bytes_per_second(device, synchronize), "wrapper_ns": wrapper_cost(clock)}


class NullGraph:
    """What wraps a graph that does nothing, on the same road as the model's graphs. A machine changes its speed
    from one moment to the next, and code that ran just before is faster than a model's graphs ever find it: so one
    call of it stands between each two calls that it is compared with."""

    def __init__(self, clock, settings, device):
        self._clock, self._times = clock, []
        arguments = {**compile_arguments(settings), "fullgraph": False}
        self._compiled = torch.compile(NullModel().to(device), **arguments)
        self._x = torch.ones(1, 1, device=device)
        self._call(_WARM_UP)

    def sample(self, synchronize):
        windows = self._clock.times_of(lambda: self._call(1))
        synchronize()
        self._times += [end - start for _, start, end in windows]

    def median_ns(self):
        return statistics.median(self._times) if self._times else None

    def _call(self, times):
        for _ in range(times):
            self._compiled(self._x)


def wrapper_cost(clock):
    """What noting the time adds to the call of a graph."""

    def nothing(*arguments):
        return arguments

    watched = clock.watched(nothing, "")
    arguments = (1, 2, 3, 4)

    def time_of(function):
        start = time.perf_counter_ns()
        for _ in range(_EMPTY_CALLS):
            function(*arguments)
        return (time.perf_counter_ns() - start) / _EMPTY_CALLS

    seen = []
    clock.times_of(lambda: seen.append(time_of(watched)))
    return max(seen[0] - time_of(nothing), 1.0)


def bytes_per_second(device, synchronize):
    """Of a copy, which writes each byte and reads it once, as what crosses a break is."""
    size = min(max(_LEAST_COPY, 4 * largest_cache()), _MOST_COPY)
    try:
        source = torch.ones(size // 4, device=device)
        target = torch.empty_like(source)
    except (RuntimeError, MemoryError):  # no room for it
        return None
    best = None
    for _ in range(_COPIES):
        synchronize()
        start = time.perf_counter_ns()
        target.copy_(source)
        synchronize()
        taken = time.perf_counter_ns() - start
        best = taken if best is None else min(best, taken)
    return size * 1e9 / best


def largest_cache():
    """Of the processor's last level; 0 = unknown."""
    try:
        with open("/sys/devices/system/cpu/cpu0/cache/index3/size") as file:
            text = file.read().strip()
        return int(text[:-1]) << {"K": 10, "M": 20}[text[-1]]
    except (OSError, ValueError, KeyError, IndexError):
        return 0
