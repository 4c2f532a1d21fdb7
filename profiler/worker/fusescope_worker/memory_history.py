# SPDX-License-Identifier: Apache-2.0
"""Memory over one call: what the agent kept of the allocator's events → MemoryHistoryFact (PROTOCOL.md, trace)."""

import torch

from fusescope_worker.errors import sentence_of

_EVENTS = 1 << 19  # between two reads
_MOST_READINGS = 4_096
_MOST_BLOCKS = 2_000
WEIGHTS, GRADIENTS, OPTIMIZER, INPUTS = "weights", "gradients", "optimizer_state", "inputs"
HELD, RESULTS, ACTIVATIONS = "held", "results", "activations"


class Unseen:
    """Where no history is taken: why."""

    def __init__(self, reason):
        self.reason = reason

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    @staticmethod
    def around(call):
        return call

    @staticmethod
    def facts():
        return []


def history_of(session, case):
    if session.native is not None:
        return Unseen("memory over a call is not seen where it runs without Python")
    if session.device.type not in ("cpu", "cuda"):
        return Unseen(
            f"memory over a call is not told on {session.device.type}: of its allocator torch tells sums, no events"
        )
    return MemoryHistory(session, case)


class MemoryHistory:
    """From its start to its end the agent counts memory; one call of that time is told, which gives (start, end, …)."""

    def __init__(self, session, case):
        self._session, self._agent, self._case = session, session.agent, case
        self._device = session.device if session.device.type == "cuda" else None
        self._live = {}  # of the host, since the start: address → bytes
        self._seen = None
        self._lost = 0
        self.reason = ""

    def __enter__(self):
        self._on = self._session.here(self._agent.start_memory)
        if self._on:
            self._session.here(lambda: self._agent.keep_memory_events(_EVENTS))
        else:
            self.reason = "memory is counted by another already"
        return self

    def __exit__(self, *_):
        if self._on:
            self._session.here(self._agent.stop_memory)

    def around(self, call):
        if not self._on:
            return call

        def watched():
            ready = self._tried(self._before_call)
            window = call()
            if ready:
                self._tried(lambda: self._after_call(window))
            return window

        return watched

    def facts(self):
        """Of the call that was watched: one, or none."""
        if self._seen is None:
            return []
        events, window, allocator_peak = self._seen
        story = Story(self._named, self._after, self._start_bytes())
        fact = {
            "on_device": bool(self._device),
            "start": window[0],
            "end": window[1],
            "allocator_peak": self._whole_peak(allocator_peak),
            "graph_pool": self._pool,
            "lost": self._lost,
            **story.of(events, window),
        }
        return [fact]

    def _tried(self, step):
        """A history that fails leaves the trace as it is."""
        try:
            step()
        except Exception as error:
            self.reason = f"memory over a call could not be told: {sentence_of(error)}"
            self._seen = None
        return not self.reason

    def _before_call(self):
        self._take_into_live()
        self._named = named_storages(self._session, self._case)
        self._at_start = torch.cuda.memory_allocated(self._device) if self._device else None
        self._agent.reset_memory()
        self._host_base = self._agent.read_memory()["host"]["current"]

    def _after_call(self, window):
        peak = self._allocator_peak()
        events, lost = self._agent.take_memory_events(_EVENTS)
        self._lost += lost
        self._after = named_storages(self._session, self._case)
        self._pool = self._graph_pool()
        self._seen = ([each for each in events if each.on_device == bool(self._device)], window[:2], peak)

    def _take_into_live(self):
        events, lost = self._agent.take_memory_events(_EVENTS)
        self._lost += lost
        for event in events:
            if event.on_device:
                continue
            if event.bytes >= 0:
                self._live[event.address] = event.bytes
            else:
                self._live.pop(event.address, None)

    def _start_bytes(self):
        """On the host: what has a name, and what was taken since the counting began and is still there."""
        if self._at_start is not None:
            return self._at_start
        named = sum(size for _, size in self._named.values())
        return named + sum(size for address, size in self._live.items() if address not in self._named)

    def _allocator_peak(self):
        if self._device:
            return torch.cuda.max_memory_allocated(self._device)
        return self._agent.read_memory()["host"]["peak"]

    def _whole_peak(self, peak):
        """The host's counts from the counting on: what was there before has no part in it."""
        return peak if self._device else self._start_bytes() + peak - self._host_base

    def _graph_pool(self):
        """Bytes kept for CUDA graphs that are not in use."""
        if not self._device:
            return None
        pools = [each for each in torch.cuda.memory_snapshot() if tuple(each.get("segment_pool_id", (0, 0))) != (0, 0)]
        return sum(each["total_size"] - each["allocated_size"] for each in pools)


class Story:
    """What a call's events tell: readings, the peak, and what it is made of."""

    def __init__(self, named, named_after, at_start):
        self._named, self._after, self._at_start = named, named_after, at_start

    def of(self, events, window):
        start, end = window
        events = [event for event in events if event.time_ns <= end]
        peak_at, peak, readings = self._run(events, start)
        parts, made = self._at_peak(events[:peak_at], events)
        blocks = sorted(made, key=lambda block: -block[1])
        small = blocks[_MOST_BLOCKS:]
        outside = max(0, sum(size for _, size in self._named.values()) - self._at_start)
        return {
            "at_start": self._at_start,
            "peak": peak,
            "peak_time": events[peak_at - 1].time_ns if peak_at else start,
            "reserved": events[peak_at - 1].reserved if peak_at and events[peak_at - 1].on_device else None,
            "outside": outside,
            "parts": {part: size for part, size in parts.items() if size},
            "blocks": blocks[:_MOST_BLOCKS],
            "small_blocks": len(small),
            "small_bytes": sum(block[1] for block in small),
            "readings": thinned(readings),
        }

    def _run(self, events, start):
        in_use = peak = self._at_start
        peak_at, readings = 0, [[start, in_use]]
        for number, event in enumerate(events, 1):
            in_use += event.bytes
            readings.append([max(event.time_ns, readings[-1][0]), in_use])
            if in_use > peak:
                peak, peak_at = in_use, number
        return peak_at, peak, readings

    def _at_peak(self, before, events):
        """({part: bytes}, blocks that the call made and that were there): both hold the blocks."""
        parts = dict.fromkeys((WEIGHTS, GRADIENTS, OPTIMIZER, INPUTS, HELD), 0)
        for part, size in self._named.values():
            parts[part] += size
        parts[HELD] = self._at_start - sum(parts.values())
        made = {}
        for number, event in enumerate(before):
            if event.bytes >= 0:
                made[event.address] = (number, event)
            elif made.pop(event.address, None) is None:
                part, _ = self._named.get(event.address, (HELD, 0))
                parts[part] += event.bytes
        self._balance(parts)
        ends = self._ends(events)
        blocks = []
        for number, event in made.values():
            part = self._part_of(event.address, ends.get(number))
            parts[part] = parts.get(part, 0) + event.bytes
            blocks.append([event.time_ns, event.bytes, event.thread, part])
        return parts, blocks

    @staticmethod
    def _balance(parts):
        """Memory that another allocator made (mapped weights) is none of this one's."""
        for part in (WEIGHTS, INPUTS, OPTIMIZER, GRADIENTS):
            if parts[HELD] >= 0:
                return
            taken = min(parts[part], -parts[HELD])
            parts[part] -= taken
            parts[HELD] += taken

    @staticmethod
    def _ends(events):
        """Numbers of the events that took a block which was given back in the call."""
        open_, ended = {}, {}
        for number, event in enumerate(events):
            if event.bytes >= 0:
                open_[event.address] = number
            elif event.address in open_:
                ended[open_.pop(event.address)] = number
        return ended

    def _part_of(self, address, end):
        if end is not None:
            return ACTIVATIONS
        return self._after[address][0] if address in self._after else RESULTS


def thinned(readings):
    """As few as are kept: of each stretch the least and the most, which a picture and its peak need."""
    if len(readings) <= _MOST_READINGS:
        return readings
    stretch = -(-2 * len(readings) // (_MOST_READINGS - 2))
    kept = [readings[0]]
    for first in range(1, len(readings) - 1, stretch):
        piece = readings[first : min(first + stretch, len(readings) - 1)]
        ends = {id(reading): reading for reading in (min(piece, key=_bytes), max(piece, key=_bytes))}
        kept += sorted(ends.values())
    return [*kept, readings[-1]]


def _bytes(reading):
    return reading[1]


def named_storages(session, case):
    """{address: (part, bytes)} of all that the model, its optimizer and the inputs hold, once each."""
    found = {}
    module, step = session.module, getattr(session.target, "training_step", None)
    if isinstance(module, torch.nn.Module):
        tensors = [*module.parameters(), *module.buffers()]
        _add(found, WEIGHTS, tensors, session.device)
        _add(found, GRADIENTS, [each.grad for each in tensors if each.grad is not None], session.device)
    state = getattr(step.optimizer, "state", {}) if step is not None else {}
    _add(found, OPTIMIZER, [value for each in state.values() for value in _tensors(each)], session.device)
    for input_set in session.cases[case].sets:
        _add(found, INPUTS, [value for _, each in input_set.items() for value in _tensors(each)], session.device)
    return found


def _tensors(value):
    return [leaf for leaf in torch.utils._pytree.tree_leaves(value) if isinstance(leaf, torch.Tensor)]


def _add(found, part, tensors, device):
    for tensor in tensors:
        if tensor.device.type != device.type or tensor.layout != torch.strided:
            continue
        storage = tensor.untyped_storage()
        if storage.data_ptr():
            found.setdefault(storage.data_ptr(), (part, storage.nbytes()))
