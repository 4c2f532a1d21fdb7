/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdint.h> // NOLINT(modernize-deprecated-headers): this header is C, too

/* C ABI of the agent, loaded by ctypes.PyDLL into the worker: every function is called with the
 * GIL held and may leave a Python error set (it then returns -1 and ctypes raises it).
 * No CUDA header and no Python.h: PyObject is only a name here. */

/* The shared object hides everything else, so that it never shares a symbol with the user's code.
 */
#define FUSESCOPE_AGENT_API __attribute__((visibility("default")))

/* NOLINTBEGIN(readability-identifier-naming, modernize-use-using, bugprone-reserved-identifier): C
 * names */
#ifdef __cplusplus
extern "C" {
#endif

typedef struct _object PyObject;

enum { FUSESCOPE_AGENT_ABI = 4 };

/* ABI number of this file; the shim refuses another. */
FUSESCOPE_AGENT_API int agent_abi(void);
/* torch minor version the agent was built for, "2.11"; any other is unsafe to use. */
FUSESCOPE_AGENT_API const char* agent_torch_version(void);

/* Chooses the device that measured calls are synchronised with: "cpu" or "cuda:0".
 * 0, or -1 with the reason in agent_last_error. */
FUSESCOPE_AGENT_API int agent_set_device(const char* device);
FUSESCOPE_AGENT_API const char* agent_last_error(void);

/* n synchronised calls of `call` (no arguments; its result is dropped): per call wall time (ns,
 * steady clock), CPU time of this thread (ns) and involuntary context switches. A device
 * synchronise stands before the first and after every call. 0, or -1 with a Python error set:
 * `*done` calls are valid. */
FUSESCOPE_AGENT_API int agent_measure(PyObject* call, PyObject* reset, int64_t n, int64_t* wallNs,
    int64_t* cpuNs, int32_t* switches, int64_t* done);
/* n calls, one synchronise at the end: the total. `reset`, when not NULL, is called untimed before
 * each call of agent_measure; pipelined measuring has none. */
FUSESCOPE_AGENT_API int agent_measure_pipelined(
    PyObject* call, int64_t n, int64_t* totalNs, int64_t* cpuNs);

/* Operator observer, for proof calls only. _stop writes a JSON object {"regions": {"0/0": 1},
 * "lookups": 1, "operators": 42} into buffer (at most size bytes, NUL-terminated) and returns its
 * length, or -1. */
FUSESCOPE_AGENT_API int agent_observe_start(void);
FUSESCOPE_AGENT_API int64_t agent_observe_stop(char* buffer, int64_t size);

enum {
    FUSESCOPE_TRACE_PLACES = 1, /* lines of top-level operators, and modules */
};

/* Trace: every operator, region, Inductor C++ kernel, autograd node and user range goes into the
 * spool file at `path` (profiler/spool). `spansPerCall` is the room of one thread for one call.
 * The order: start; with places: sources, modules; calls; stop. 0, or -1 with agent_last_error. */
FUSESCOPE_AGENT_API int agent_trace_start(const char* path, int32_t flags, int64_t spansPerCall);
/* Beginnings of file names, one a line: frames of the first are passed over, one of the second ends
 * the search for the user's line. `moduleCall` is the code object that calls every module. */
FUSESCOPE_AGENT_API int agent_trace_sources(
    const char* passed, const char* stopped, PyObject* moduleCall);
/* Calls of the module at this address are spans by `name` and places by `path`. */
FUSESCOPE_AGENT_API int agent_trace_module(const void* module, const char* path, const char* name);
/* One call, as in agent_measure, its result dropped. Written to the spool after its end when `keep`
 * is not 0, else forgotten. `spans` and `lost` are of this call alone. 0, or -1 with a Python error
 * set. */
FUSESCOPE_AGENT_API int agent_trace_call(
    PyObject* call, int32_t keep, int64_t* startNs, int64_t* endNs, int64_t* spans, int64_t* lost);
/* Writes the rest. 0, or -1 with the reason: the file is whole up to what could be written. */
FUSESCOPE_AGENT_API int agent_trace_stop(void);

/* Allocator statistics as JSON {"host": {"current":…, "peak":…}, "device": {"allocated":…,
 * "allocated_peak":…, "reserved":…, "reserved_peak":…} | null}; the host part counts from
 * agent_memory_start on. */
FUSESCOPE_AGENT_API int agent_memory_start(void);
FUSESCOPE_AGENT_API int agent_memory_stop(void);
FUSESCOPE_AGENT_API int agent_memory_reset(void);
FUSESCOPE_AGENT_API int64_t agent_memory_read(char* buffer, int64_t size);

typedef struct {
    int64_t time_ns; /* CLOCK_REALTIME */
    uint64_t address;
    int64_t bytes; /* below 0: given back */
    int64_t in_use; /* of that allocator, after it; of the host since agent_memory_start */
    int64_t reserved; /* from the device; 0 for the host */
    int32_t thread; /* gettid */
    int32_t on_device; /* 0: the host's allocator, 1: a device's */
} fusescope_memory_event;

/* While memory is counted: keeps what the allocators take and give back, `capacity` events between
 * two reads. _read hands out and forgets those since the last read, and says in `lost` how many had
 * no room; it returns how many it wrote, or -1. Stopped by agent_memory_stop. */
FUSESCOPE_AGENT_API int agent_memory_log_start(int64_t capacity);
FUSESCOPE_AGENT_API int64_t agent_memory_log_read(
    fusescope_memory_event* events, int64_t capacity, int64_t* lost);

enum {
    FUSESCOPE_ROOF_COPY = 0, /* `size` bytes, read once and written once: bytes a second of both */
    FUSESCOPE_ROOF_MATMUL_FLOAT32 = 1, /* matrices at most `size` wide: operations a second */
    FUSESCOPE_ROOF_MATMUL_BFLOAT16 = 2,
    FUSESCOPE_ROOF_MATMUL_FLOAT16 = 3,
};

/* What the chosen device does at most, with the threads that torch has: the best of the runs that
 * fit into `budgetNs`, four at least. 0, or -1 with the reason in agent_last_error. */
FUSESCOPE_AGENT_API int agent_roof(int32_t kind, int64_t size, int64_t budgetNs, double* perSecond);

enum {
    FUSESCOPE_FLOAT16 = 0,
    FUSESCOPE_BFLOAT16 = 1,
    FUSESCOPE_FLOAT32 = 2,
    FUSESCOPE_FLOAT64 = 3,
};

typedef struct {
    int64_t elements;
    int64_t bit_equal;
    int64_t mismatches; /* beyond atol + rtol |ref| */
    int64_t max_ulp; /* ordered-integer distance; -1 when nothing was comparable */
    double max_abs; /* NaN when nothing was comparable */
    double max_rel; /* over ref != 0 */
    double cosine;
    double tolerance_used; /* max |res-ref| / (atol + rtol |ref|) */
    double rmse_reference; /* against fp64; NaN without it */
    double rmse_result;
    int64_t argmax_rows; /* rows of lastDimension elements; 0 when lastDimension <= 1 */
    int64_t argmax_equal;
    int32_t
        nan_positions_equal; /* NaN and infinities at the same places, infinities of equal sign */
} fusescope_numerics;

/* Compares two contiguous host buffers of `n` elements of one type; fp64 may be NULL. Sums are in
 * double. 0, or -1 for an unknown dtype. */
FUSESCOPE_AGENT_API int agent_compare(const void* reference, const void* result, const double* fp64,
    int32_t dtype, int64_t n, int64_t lastDimension, double rtol, double atol,
    fusescope_numerics* out);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(readability-identifier-naming, modernize-use-using, bugprone-reserved-identifier) */
