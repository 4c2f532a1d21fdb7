/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdint.h> // NOLINT(modernize-deprecated-headers): this header is C, too

/* C ABI of the collector, loaded into a worker by ctypes.CDLL or dlopen; it needs neither a GPU nor
 * a driver nor CUPTI to be loaded. One session a process:
 *
 *     open  (before the process touches CUDA)   start
 *     for each trace:  trace_begin   { call_begin  …  call_end  flush } × K   trace_end
 *     stop
 *
 * One thread calls all of it. Before trace_begin, call_end and trace_end the caller synchronises
 * the device. Nothing throws. After anything but _OK, collector_error has the reason: a sentence
 * that can be shown as it is. */

#define FUSESCOPE_COLLECTOR_API __attribute__((visibility("default")))

/* NOLINTBEGIN(readability-identifier-naming, modernize-use-using): C names */
#ifdef __cplusplus
extern "C" {
#endif

enum { FUSESCOPE_COLLECTOR_ABI = 1 };

typedef enum {
    FUSESCOPE_COLLECTOR_OK = 0,
    FUSESCOPE_COLLECTOR_NO_DRIVER = 1,
    FUSESCOPE_COLLECTOR_NO_DEVICE = 2,
    FUSESCOPE_COLLECTOR_NO_CUPTI = 3,
    FUSESCOPE_COLLECTOR_CUPTI_OLD = 4, /* before 12.4, or a function is missing */
    FUSESCOPE_COLLECTOR_DRIVER_OLD = 5,
    FUSESCOPE_COLLECTOR_BUSY = 6, /* another profiler, or a session was opened already */
    FUSESCOPE_COLLECTOR_TWO_CUPTI = 7,
    FUSESCOPE_COLLECTOR_DENIED = 8,
    FUSESCOPE_COLLECTOR_LATE = 9, /* the process has a CUDA context already */
    FUSESCOPE_COLLECTOR_UNSUPPORTED = 10, /* this device, by CUPTI's word */
    FUSESCOPE_COLLECTOR_BAD_ORDER = 11, /* a function was called out of turn */
    FUSESCOPE_COLLECTOR_IO = 12,
    FUSESCOPE_COLLECTOR_INTERNAL = 13,
} fusescope_collector_status;

enum {
    FUSESCOPE_COLLECTOR_ALL_APIS = 1, /* every API call, not only launches, copies, synchronises */
    FUSESCOPE_COLLECTOR_GRAPH_LEVEL = 2, /* a replay of a CUDA graph is one row */
};

/* `size` = sizeof the struct as the caller knows it; what is 0 takes its default. */
typedef struct {
    uint32_t size;
    uint32_t flags;
    const char* cupti_path; /* used when no libcupti is in the process yet; may be NULL */
    uint32_t buffer_bytes; /* 4 MiB */
    uint32_t pool_buffers; /* 16, allocated and touched by open */
    uint32_t pool_most; /* 128 */
    uint32_t reserved;
    uint64_t most_rows; /* of a trace: 10 million */
} fusescope_collector_config;

typedef struct {
    uint32_t size;
    uint32_t header_version; /* of CUPTI, built with */
    uint32_t cupti_version; /* in the process */
    int32_t driver_version;
    int32_t device_count;
    char cupti_file[512];
    char other_subscriber[64]; /* who else profiles, where CUPTI tells */
} fusescope_collector_info;

/* Of the last trace; `complete` = nothing was lost and nothing is doubtful. */
typedef struct {
    uint32_t size;
    uint32_t complete;
    uint64_t kernels;
    uint64_t copies;
    uint64_t fills;
    uint64_t apis;
    uint64_t overheads;
    uint64_t overhead_ns; /* by CUPTI's word */
    uint64_t other;
    uint64_t graph_launches;
    uint64_t graph_records;
    uint64_t dropped;
    uint64_t refused;
    uint64_t zero_timestamps;
    uint64_t negative_durations;
    uint64_t launches_without_kernel;
    uint64_t kernels_without_launch;
    uint64_t rows_lost;
    int64_t clock_step_ns;
    /* of the session */
    uint64_t buffers_out;
    uint64_t buffers_back;
    uint64_t bytes;
    uint64_t decode_ns;
    uint64_t pool_peak;
} fusescope_collector_stats;

FUSESCOPE_COLLECTOR_API uint32_t collector_abi(void);
/* Looks for driver and CUPTI and fills `info`; makes no CUDA context. */
FUSESCOPE_COLLECTOR_API fusescope_collector_status collector_open(
    const fusescope_collector_config* config, fusescope_collector_info* info);
/* From here on the driver records. */
FUSESCOPE_COLLECTOR_API fusescope_collector_status collector_start(void);

/* Rows from here on go to a new spool file; what came before is dropped. */
FUSESCOPE_COLLECTOR_API fusescope_collector_status collector_trace_begin(const char* spoolPath);
/* The edges of a measured call: two readings of the clock each, no lock, no allocation. Calls do
 * not nest. */
FUSESCOPE_COLLECTOR_API void collector_call_begin(void);
FUSESCOPE_COLLECTOR_API void collector_call_end(void);
/* Hands over what the driver has; after a call, so that a kill loses little. */
FUSESCOPE_COLLECTOR_API fusescope_collector_status collector_flush(void);
FUSESCOPE_COLLECTOR_API fusescope_collector_status collector_trace_end(
    fusescope_collector_stats* stats);

/* Ends a trace that is still open; a second call does nothing. */
FUSESCOPE_COLLECTOR_API fusescope_collector_status collector_stop(fusescope_collector_stats* stats);

/* Valid until the next call. */
FUSESCOPE_COLLECTOR_API const char* collector_error(void);
/* CLOCK_REALTIME, the clock of all records. */
FUSESCOPE_COLLECTOR_API int64_t collector_now_ns(void);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(readability-identifier-naming, modernize-use-using) */
