# SPDX-License-Identifier: Apache-2.0
"""The collector of kernels through ctypes (profiler/collect/collector_abi.h), or the reason why there are none.

A trace process uses it so; one collector a process, opened before anything touches CUDA (torch may be
imported: it brings the libcupti that is used):

    collector, reason = collector.load(path, cupti_path)   # None and a sentence: trace without kernels
    ...build, compile, warm up...
    torch.cuda.synchronize()
    collector.begin_trace(spool_path)                      # one spool file for each trace (a pass over a case)
    for _ in range(calls):
        with collector.call():                             # inside: the call and torch.cuda.synchronize()
            ...
        collector.flush()
    stats = collector.end_trace()                          # what the spool's last chunk says, as a dict
    collector.stop()

The spool holds names, launch shapes, kernels, API calls, copies, calls and losses
(profiler/spool/trace_spool_reader.h). Its ids are its own, and its rows are not ordered by time. Without
CUDA there is no synchronise to wait for, and `load` has said why already. `load` initialises the driver: what
the user's code does to CUDA_VISIBLE_DEVICES has to be done by then.
"""

import contextlib

try:
    from fusescope_worker.pristine import ctypes
except ModuleNotFoundError:  # loaded by itself, without user code: by the acceptance on a GPU
    import ctypes

_ABI = 1
_OK = 0
_ALL_APIS, _GRAPH_LEVEL = 1, 2  # fusescope_collector_config.flags


class _Config(ctypes.Structure):
    """fusescope_collector_config of collector_abi.h."""

    _fields_ = [
        ("size", ctypes.c_uint32),
        ("flags", ctypes.c_uint32),
        ("cupti_path", ctypes.c_char_p),
        *((name, ctypes.c_uint32) for name in ("buffer_bytes", "pool_buffers", "pool_most", "reserved")),
        ("most_rows", ctypes.c_uint64),
    ]


class _Info(ctypes.Structure):
    """fusescope_collector_info of collector_abi.h."""

    _fields_ = [
        *((name, ctypes.c_uint32) for name in ("size", "header_version", "cupti_version")),
        *((name, ctypes.c_int32) for name in ("driver_version", "device_count")),
        ("cupti_file", ctypes.c_char * 512),
        ("other_subscriber", ctypes.c_char * 64),
    ]


_COUNTS = (
    *("kernels", "copies", "fills", "apis", "overheads", "overhead_ns", "other", "graph_launches", "graph_records"),
    *("dropped", "refused", "zero_timestamps", "negative_durations"),
    *("launches_without_kernel", "kernels_without_launch", "rows_lost"),
)
_SESSION_COUNTS = ("buffers_out", "buffers_back", "bytes", "decode_ns", "pool_peak")


class _Stats(ctypes.Structure):
    """fusescope_collector_stats of collector_abi.h."""

    _fields_ = [
        ("size", ctypes.c_uint32),
        ("complete", ctypes.c_uint32),
        *((name, ctypes.c_uint64) for name in _COUNTS),
        ("clock_step_ns", ctypes.c_int64),
        *((name, ctypes.c_uint64) for name in _SESSION_COUNTS),
    ]


class CollectorUnavailable(Exception):
    pass


class Collector:
    """Opened and started; the driver records from here on."""

    def __init__(self, path, cupti_path=None, all_apis=False, graph_level=False):
        try:
            self._library = ctypes.CDLL(path)
            # The edges of a call are too short to hand the interpreter's lock around.
            edges = ctypes.PyDLL(path)
            self._begin_call, self._end_call = edges.collector_call_begin, edges.collector_call_end
            self._library.collector_error.restype = ctypes.c_char_p
            self._library.collector_trace_begin.argtypes = [ctypes.c_char_p]
            abi = self._library.collector_abi()
        except (OSError, AttributeError) as error:
            raise CollectorUnavailable(f"no kernels were collected: the collector could not be loaded: {error}") from error
        if abi != _ABI:
            raise CollectorUnavailable(f"no kernels were collected: the collector speaks ABI {abi}, this shim {_ABI}")
        self._begin_call.restype = self._end_call.restype = None
        flags = _ALL_APIS * bool(all_apis) | _GRAPH_LEVEL * bool(graph_level)
        config = _Config(size=ctypes.sizeof(_Config), flags=flags, cupti_path=(cupti_path or "").encode())
        info = _Info(size=ctypes.sizeof(_Info))
        self._check(self._library.collector_open(ctypes.byref(config), ctypes.byref(info)))
        self._check(self._library.collector_start())
        self.cupti_version = info.cupti_version
        self.cupti_file = info.cupti_file.decode(errors="replace")
        self.driver_version = info.driver_version

    def begin_trace(self, spool_path):
        """The device is synchronised. Kernels of before belong to no trace."""
        self._check(self._library.collector_trace_begin(str(spool_path).encode()))

    @contextlib.contextmanager
    def call(self):
        """A measured call, its synchronise included."""
        self._begin_call()
        try:
            yield
        finally:
            self._end_call()

    def flush(self):
        """Between calls: what the driver has goes to the spool."""
        self._check(self._library.collector_flush())

    def end_trace(self):
        """The device is synchronised. What was recorded and what was lost."""
        return self._stats(self._library.collector_trace_end)

    def stop(self):
        """Once, before the process ends; a trace that is open still is ended and says so."""
        return self._stats(self._library.collector_stop)

    def _stats(self, function):
        stats = _Stats(size=ctypes.sizeof(_Stats))
        self._check(function(ctypes.byref(stats)))
        values = {name: getattr(stats, name) for name in (*_COUNTS, "clock_step_ns", *_SESSION_COUNTS)}
        return {"complete": bool(stats.complete), **values}

    def _check(self, status):
        if status != _OK:
            raise CollectorUnavailable((self._library.collector_error() or b"the collector failed").decode())


def load(path, cupti_path=None, all_apis=False, graph_level=False):
    """(collector or None, the sentence that says why there is none). graph_level: a replay of a CUDA graph is one row."""
    if not path:
        return None, "no kernels were collected: this build has no collector; install one that was built with CUPTI"
    try:
        return Collector(path, cupti_path, all_apis, graph_level), None
    except CollectorUnavailable as error:
        return None, str(error)
