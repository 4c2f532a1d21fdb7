# SPDX-License-Identifier: Apache-2.0
"""The C++ agent through ctypes (profiler/agent/agent.h), or the reason why it is not used."""

import torch

from fusescope_worker.pristine import ctypes, json, os

_ABI = 4
_BUFFER_BYTES = 1 << 20
_PYTHON_OBJECT = ctypes.py_object
_LONG = ctypes.c_int64
_TRACE_PLACES = 1  # FUSESCOPE_TRACE_PLACES
_ROOFS = {"memory_copy": 0, "cache_copy": 0, "matmul_float32": 1, "matmul_bfloat16": 2, "matmul_float16": 3}


class NumericsFigures(ctypes.Structure):
    """fusescope_numerics of agent.h."""

    _fields_ = [
        *((name, ctypes.c_int64) for name in ("elements", "bit_equal", "mismatches", "max_ulp")),
        *(
            (name, ctypes.c_double)
            for name in ("max_abs", "max_rel", "cosine", "tolerance_used", "rmse_reference", "rmse_result")
        ),
        *((name, ctypes.c_int64) for name in ("argmax_rows", "argmax_equal")),
        ("nan_positions_equal", ctypes.c_int32),
    ]


class MemoryEvent(ctypes.Structure):
    """fusescope_memory_event of agent.h."""

    _fields_ = [
        ("time_ns", ctypes.c_int64),
        ("address", ctypes.c_uint64),
        *((name, ctypes.c_int64) for name in ("bytes", "in_use", "reserved")),
        *((name, ctypes.c_int32) for name in ("thread", "on_device")),
    ]


def torch_minor():
    return ".".join(torch.__version__.split("+")[0].split(".")[:2])


class AgentUnavailable(Exception):
    pass


class Agent:
    def __init__(self, path, device):
        try:
            library = ctypes.PyDLL(path)
            library.agent_torch_version.restype = ctypes.c_char_p
            library.agent_last_error.restype = ctypes.c_char_p
        except (OSError, AttributeError) as error:
            raise AgentUnavailable(f"the agent could not be loaded: {error}") from error
        self.path = path
        self.version = (library.agent_torch_version() or b"").decode()
        if library.agent_abi() != _ABI:
            raise AgentUnavailable(f"the agent speaks ABI {library.agent_abi()}, this shim {_ABI}")
        if self.version != torch_minor():
            raise AgentUnavailable(f"the agent is built for torch {self.version}, this is {torch_minor()}")
        self._library = library
        self._declare()
        if library.agent_set_device(str(device).encode()) != 0:
            raise AgentUnavailable((library.agent_last_error() or b"").decode() or "the agent refused the device")

    def _declare(self):
        library = self._library
        pointer = ctypes.c_void_p
        # reset may be NULL, which py_object cannot say: objects go by address
        library.agent_measure.argtypes = [_PYTHON_OBJECT, pointer, _LONG, pointer, pointer, pointer, pointer]
        library.agent_measure_pipelined.argtypes = [_PYTHON_OBJECT, _LONG, pointer, pointer]
        for name in ("agent_observe_stop", "agent_memory_read"):
            getattr(library, name).argtypes = [ctypes.c_char_p, _LONG]
            getattr(library, name).restype = _LONG
        library.agent_memory_log_start.argtypes = [_LONG]
        library.agent_memory_log_read.argtypes = [pointer, _LONG, pointer]
        library.agent_memory_log_read.restype = _LONG
        library.agent_trace_start.argtypes = [ctypes.c_char_p, ctypes.c_int32, _LONG]
        library.agent_trace_sources.argtypes = [ctypes.c_char_p, ctypes.c_char_p, pointer]
        library.agent_trace_module.argtypes = [pointer, ctypes.c_char_p, ctypes.c_char_p]
        library.agent_trace_call.argtypes = [_PYTHON_OBJECT, ctypes.c_int32, pointer, pointer, pointer, pointer]
        library.agent_roof.argtypes = [ctypes.c_int32, _LONG, _LONG, pointer]
        library.agent_compare.argtypes = [
            pointer, pointer, pointer, ctypes.c_int32, _LONG, _LONG, ctypes.c_double, ctypes.c_double, pointer,
        ]  # fmt: skip

    def measure(self, call, reset, samples, first, n):
        """Raises what the call raised; Python re-raises it when the C function returns."""
        done = _LONG(0)
        status = self._library.agent_measure(
            call,
            None if reset is None else id(reset),
            n,
            samples.wall.buffer_info()[0] + 8 * first,
            samples.cpu.buffer_info()[0] + 8 * first,
            samples.switches.buffer_info()[0] + 4 * first,
            ctypes.addressof(done),
        )
        self._check(status)

    def measure_pipelined(self, call, n):
        total, cpu = _LONG(0), _LONG(-1)
        self._check(
            self._library.agent_measure_pipelined(call, n, ctypes.addressof(total), ctypes.addressof(cpu))
        )
        return total.value, cpu.value

    def observe(self, call):
        """One call with the operator observer on: what it saw."""
        self._check(self._library.agent_observe_start())
        try:
            call()
        finally:
            seen = self._json(self._library.agent_observe_stop)
        return seen

    def start_trace(self, path, spans_per_call, places=False):
        flags = _TRACE_PLACES if places else 0
        self._check(self._library.agent_trace_start(os.fsencode(path), flags, spans_per_call))

    def trace_sources(self, passed, stopped, module_call):
        """Beginnings of file names, and the code object that calls modules."""
        lists = ["\n".join(names).encode(errors="replace") for names in (passed, stopped)]
        self._check(self._library.agent_trace_sources(*lists, id(module_call)))

    def trace_module(self, module, path, name):
        names = (text.encode(errors="replace") for text in (path, name))
        self._check(self._library.agent_trace_module(id(module), *names))

    def trace_call(self, call, keep):
        """(start, end, spans, spans without room); raises what the call raised."""
        figures = (_LONG * 4)()
        places = [ctypes.addressof(figures) + 8 * index for index in range(4)]
        self._check(self._library.agent_trace_call(call, int(keep), *places))
        return tuple(figures)

    def stop_trace(self):
        self._check(self._library.agent_trace_stop())

    def roof(self, kind, size, seconds):
        """Bytes or operations a second, the best of what fits into about that time."""
        rate = ctypes.c_double(0)
        self._check(self._library.agent_roof(_ROOFS[kind], size, int(seconds * 1e9), ctypes.addressof(rate)))
        return rate.value

    def start_memory(self):
        return self._library.agent_memory_start() == 0

    def stop_memory(self):
        self._library.agent_memory_stop()

    def reset_memory(self):
        self._library.agent_memory_reset()

    def read_memory(self):
        return self._json(self._library.agent_memory_read)

    def keep_memory_events(self, capacity):
        self._check(self._library.agent_memory_log_start(capacity))

    def take_memory_events(self, capacity):
        """(events since the last time, how many had no room)"""
        events, lost = (MemoryEvent * capacity)(), _LONG(0)
        count = self._library.agent_memory_log_read(ctypes.addressof(events), capacity, ctypes.addressof(lost))
        self._check(0 if count >= 0 else -1)
        return events[:count], lost.value

    def compare(self, reference, result, fp64, dtype_code, n, last_dim, rtol, atol):
        """Addresses of contiguous host buffers; None for an unknown dtype."""
        figures = NumericsFigures()
        status = self._library.agent_compare(
            reference, result, fp64, dtype_code, n, last_dim, rtol, atol, ctypes.addressof(figures)
        )
        return figures if status == 0 else None

    def _check(self, status):
        if status != 0:
            raise RuntimeError((self._library.agent_last_error() or b"the agent failed").decode())

    def _json(self, function):
        buffer = ctypes.create_string_buffer(_BUFFER_BYTES)
        length = function(buffer, _BUFFER_BYTES)
        return json.loads(buffer.value.decode()) if length >= 0 else {}


def load(path, device):
    """(agent or None, what the answer to setup says of it)."""
    if not path:
        return None, {"used": False, "reason": "no agent was given", "version": None}
    try:
        agent = Agent(path, device)
    except AgentUnavailable as error:
        return None, {"used": False, "reason": str(error), "version": None}
    return agent, {"used": True, "reason": None, "version": agent.version}
