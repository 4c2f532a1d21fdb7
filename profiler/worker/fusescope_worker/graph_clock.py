# SPDX-License-Identifier: Apache-2.0
"""When each compiled graph runs: every graph is called through a function that notes the time.

Installed before anything compiles, in trace processes alone; off until it is asked for. Between the
end of one graph and the start of the next lies what a graph break costs (PROTOCOL.md, graphs).
"""

import sys
from bisect import bisect_right

from fusescope_worker import trees
from fusescope_worker.pristine import time
from fusescope_worker.step_parts import EngineTimes, Watch

_OFF, _TIMES, _BYTES = range(3)


class GraphClock:
    def __init__(self):
        self.ids = []  # compile ids of the graphs seen
        self.unavailable = None  # why no graph can be seen
        self._mode = _OFF
        self._windows = []
        self._crossed = None
        self._engine = None  # tells when a backward runs, in training

    def watch_backward(self):
        """Between two graphs it is work of theirs, and no cost of leaving one."""
        self._engine = Watch()
        self._engine.install()

    def install(self):
        """Every backend's graphs come by this method of Dynamo."""
        import torch._dynamo.output_graph as output_graph

        owner = getattr(output_graph, "OutputGraph", None)
        compile_graph = getattr(owner, "call_user_compiler", None)
        if compile_graph is None:
            self.unavailable = "this torch compiles its graphs in a way that is not known"
            return
        clock = self

        def call_user_compiler(graph, *arguments, **options):
            return clock.watched(compile_graph(graph, *arguments, **options), current_compile_id())

        owner.call_user_compiler = call_user_compiler

    def watched(self, function, compile_id):
        function = _as_dynamo_calls_it(function)
        index, run = len(self.ids), self._run
        self.ids.append(compile_id)

        def timed_graph(*arguments):
            if self._mode == _OFF:
                return function(*arguments)
            return run(index, function, arguments)

        return timed_graph

    def _run(self, index, function, arguments):
        if self._mode == _BYTES:
            return self._run_for_bytes(index, function, arguments)
        start = time.time_ns()
        result = function(*arguments)
        self._windows.append((index, start, time.time_ns()))
        return result

    def _run_for_bytes(self, index, function, arguments):
        taken = self._crossed.taken_by(arguments)
        result = function(*arguments)
        self._crossed.made(result, arguments)
        self._windows.append((index, taken))
        return result

    def times_of(self, call):
        """(graph, start, end) of each graph that the call runs, in the order begun."""
        self._begin(_TIMES)
        backward = EngineTimes()
        if self._engine is not None:
            self._engine.clock = backward
        try:
            call()
        finally:
            self._mode = _OFF
            if self._engine is not None:
                self._engine.clock = None
        windows = sorted(self._windows, key=lambda window: window[1])
        starts = [start for _, start, _ in windows]
        return [(index, start, _with_backward(start, end, starts, backward.runs)) for index, start, end in windows]

    def bytes_of(self, call):
        """(graph, bytes of earlier graphs' outputs that it takes) of each graph of a call."""
        self._begin(_BYTES)
        self._crossed = _Crossed()
        try:
            call()
        finally:
            self._mode, self._crossed = _OFF, None
        return self._windows

    def _begin(self, mode):
        self._windows = []
        self._mode = mode


class _Crossed:
    """Storages that the graphs of one call made; held, so that no other takes their address."""

    def __init__(self):
        self._made = {}

    def taken_by(self, arguments):
        return sum(
            tensor.numel() * tensor.element_size()
            for tensor in trees.tensors(arguments)
            if _address(tensor) in self._made
        )

    def made(self, result, arguments):
        given = {_address(tensor) for tensor in trees.tensors(arguments)}
        for tensor in trees.tensors(result):
            address = _address(tensor)
            if address is not None and address not in given:
                self._made[address] = tensor


def _with_backward(start, end, starts, runs):
    """When a graph ends, or the backward that follows it before any other graph begins. `starts` of all, sorted."""
    later = bisect_right(starts, start)
    following = starts[later] if later < len(starts) else None
    for begun, ended in runs:
        if end <= begun and (following is None or ended <= following):
            end = ended
    return end


def _address(tensor):
    """Of its storage; None for one that has none."""
    try:
        return tensor.untyped_storage().data_ptr() or None
    except (RuntimeError, NotImplementedError, AttributeError):
        return None


def current_compile_id():
    guards = sys.modules.get("torch._guards")
    context = getattr(guards, "CompileContext", None)
    current = getattr(context, "current_compile_id", lambda: None)()
    return "" if current is None else str(current)


def _as_dynamo_calls_it(function):
    """Dynamo looks through the lazy module that the eager backends give back; a wrapper hides it."""
    owner = getattr(function, "__self__", function)
    lazy = getattr(sys.modules.get("torch.fx._lazy_graph_module"), "_LazyGraphModule", None)
    if lazy is None or not isinstance(owner, lazy):
        return function
    lazy.force_recompile(owner)
    return owner if owner is function else owner.forward
