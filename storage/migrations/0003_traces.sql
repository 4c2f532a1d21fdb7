-- SPDX-License-Identifier: Apache-2.0
-- What a few calls of a trace process did. Times are CLOCK_REALTIME in nanoseconds.

-- One pass over one case.
CREATE TABLE trace (
    id INTEGER PRIMARY KEY,
    process_id INTEGER NOT NULL REFERENCES process (id) ON DELETE CASCADE,
    trace_index INTEGER NOT NULL, -- from 0 within the process
    case_index INTEGER NOT NULL,
    pass TEXT NOT NULL,
    started_utc_ns INTEGER NOT NULL,
    ended INTEGER NOT NULL, -- 0: its process went before it told the rest
    device_reason TEXT NOT NULL, -- why there are no kernels; empty: they were collected
    null_graph_ns REAL,
    wrapper_ns REAL,
    bytes_per_second REAL,
    dropped INTEGER NOT NULL,
    refused INTEGER NOT NULL,
    zero_timestamps INTEGER NOT NULL,
    negative_durations INTEGER NOT NULL,
    launches_without_kernel INTEGER NOT NULL,
    kernels_without_launch INTEGER NOT NULL,
    spans_lost INTEGER NOT NULL,
    clock_step_ns INTEGER NOT NULL,
    UNIQUE (process_id, trace_index)
) STRICT;

-- Further reasons why it is not complete.
CREATE TABLE trace_loss (
    trace_id INTEGER NOT NULL REFERENCES trace (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (trace_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE trace_call (
    trace_id INTEGER NOT NULL REFERENCES trace (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    start_ns INTEGER NOT NULL,
    end_ns INTEGER NOT NULL,
    PRIMARY KEY (trace_id, position)
) STRICT, WITHOUT ROWID;

-- What the device did in a traced call, where anything ran on one; its parts add up to the call.
CREATE TABLE device_call (
    trace_id INTEGER NOT NULL REFERENCES trace (id) ON DELETE CASCADE,
    position INTEGER NOT NULL, -- of the call
    host_bound_ns INTEGER NOT NULL, -- idle, and the host had not yet handed over the next work
    kernels INTEGER NOT NULL,
    launches INTEGER NOT NULL,
    graph_launches INTEGER NOT NULL,
    PRIMARY KEY (trace_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE device_part (
    trace_id INTEGER NOT NULL REFERENCES trace (id) ON DELETE CASCADE,
    position INTEGER NOT NULL, -- of the call
    busy INTEGER NOT NULL, -- 1: a class of work; 0: a cause of idle time
    part TEXT NOT NULL,
    ns INTEGER NOT NULL,
    PRIMARY KEY (trace_id, position, busy, part)
) STRICT, WITHOUT ROWID;

-- Texts and places that rows of chunks name by number.
CREATE TABLE trace_name (
    trace_id INTEGER NOT NULL REFERENCES trace (id) ON DELETE CASCADE,
    name_id INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (trace_id, name_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE trace_place (
    trace_id INTEGER NOT NULL REFERENCES trace (id) ON DELETE CASCADE,
    place_id INTEGER NOT NULL,
    file TEXT NOT NULL,
    line INTEGER NOT NULL,
    function TEXT NOT NULL,
    module TEXT NOT NULL, -- path in the model; empty where none runs
    PRIMARY KEY (trace_id, place_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE launch_shape (
    trace_id INTEGER NOT NULL REFERENCES trace (id) ON DELETE CASCADE,
    shape_id INTEGER NOT NULL,
    grid_x INTEGER NOT NULL,
    grid_y INTEGER NOT NULL,
    grid_z INTEGER NOT NULL,
    block_x INTEGER NOT NULL,
    block_y INTEGER NOT NULL,
    block_z INTEGER NOT NULL,
    cluster_x INTEGER NOT NULL,
    cluster_y INTEGER NOT NULL,
    cluster_z INTEGER NOT NULL,
    registers INTEGER NOT NULL,
    static_shared_bytes INTEGER NOT NULL,
    dynamic_shared_bytes INTEGER NOT NULL,
    local_bytes INTEGER NOT NULL,
    PRIMARY KEY (trace_id, shape_id)
) STRICT, WITHOUT ROWID;

-- Up to 65,536 rows of one table in columns: see column_codec.h. The span of time that they cover
-- tells which chunks a reader needs.
CREATE TABLE operator_chunk (
    trace_id INTEGER NOT NULL REFERENCES trace (id) ON DELETE CASCADE,
    first INTEGER NOT NULL,
    count INTEGER NOT NULL,
    start_ns INTEGER NOT NULL,
    end_ns INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (trace_id, first)
) STRICT;
CREATE TABLE kernel_chunk (
    trace_id INTEGER NOT NULL REFERENCES trace (id) ON DELETE CASCADE,
    first INTEGER NOT NULL,
    count INTEGER NOT NULL,
    start_ns INTEGER NOT NULL,
    end_ns INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (trace_id, first)
) STRICT;
CREATE TABLE api_chunk (
    trace_id INTEGER NOT NULL REFERENCES trace (id) ON DELETE CASCADE,
    first INTEGER NOT NULL,
    count INTEGER NOT NULL,
    start_ns INTEGER NOT NULL,
    end_ns INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (trace_id, first)
) STRICT;
CREATE TABLE copy_chunk (
    trace_id INTEGER NOT NULL REFERENCES trace (id) ON DELETE CASCADE,
    first INTEGER NOT NULL,
    count INTEGER NOT NULL,
    start_ns INTEGER NOT NULL,
    end_ns INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (trace_id, first)
) STRICT;
CREATE TABLE counter_chunk (
    trace_id INTEGER NOT NULL REFERENCES trace (id) ON DELETE CASCADE,
    first INTEGER NOT NULL,
    count INTEGER NOT NULL,
    start_ns INTEGER NOT NULL,
    end_ns INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (trace_id, first)
) STRICT;

-- The machine or a device, watched by the recorder while a repetition or the traces ran.
CREATE TABLE monitor (
    id INTEGER PRIMARY KEY,
    comparison_id INTEGER NOT NULL REFERENCES comparison (id) ON DELETE CASCADE,
    monitor_index INTEGER NOT NULL, -- from 0 within the comparison
    source TEXT NOT NULL, -- host, device
    device TEXT NOT NULL, -- cpu, or the UUID of a GPU
    repetition INTEGER, -- NULL: while calls were traced
    started_utc_ns INTEGER NOT NULL,
    UNIQUE (comparison_id, monitor_index)
) STRICT;

-- A counter with its unit: sm_clock_mhz, power_watts, cpu_busy_ratio.
CREATE TABLE monitor_series (
    monitor_id INTEGER NOT NULL REFERENCES monitor (id) ON DELETE CASCADE,
    series_id INTEGER NOT NULL, -- that rows of chunks name
    name TEXT NOT NULL,
    PRIMARY KEY (monitor_id, series_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE monitor_missing (
    monitor_id INTEGER NOT NULL REFERENCES monitor (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    reason TEXT NOT NULL, -- why it was not read
    PRIMARY KEY (monitor_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE monitor_chunk (
    monitor_id INTEGER NOT NULL REFERENCES monitor (id) ON DELETE CASCADE,
    first INTEGER NOT NULL,
    count INTEGER NOT NULL,
    start_ns INTEGER NOT NULL,
    end_ns INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (monitor_id, first)
) STRICT;

-- What lists and tables show of the rows without reading them; longest total first.
CREATE TABLE operator_stat (
    trace_id INTEGER NOT NULL REFERENCES trace (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    count INTEGER NOT NULL,
    total_ns INTEGER NOT NULL,
    self_ns INTEGER NOT NULL,
    self_per_call_ns REAL NOT NULL, -- median over the traced calls of what it took in one
    PRIMARY KEY (trace_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE kernel_stat (
    trace_id INTEGER NOT NULL REFERENCES trace (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    count INTEGER NOT NULL,
    total_ns INTEGER NOT NULL,
    min_ns INTEGER NOT NULL,
    max_ns INTEGER NOT NULL,
    per_call_ns REAL NOT NULL, -- median over the traced calls of what all of them took in one
    PRIMARY KEY (trace_id, position)
) STRICT, WITHOUT ROWID;

-- Runs of compiled graphs, in the order they began.
CREATE TABLE graph_window (
    trace_id INTEGER NOT NULL REFERENCES trace (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    call INTEGER NOT NULL,
    compile_id TEXT NOT NULL,
    start_ns INTEGER NOT NULL,
    end_ns INTEGER NOT NULL,
    input_bytes INTEGER NOT NULL, -- outputs of an earlier graph of the call that it takes
    PRIMARY KEY (trace_id, position)
) STRICT, WITHOUT ROWID;
