-- SPDX-License-Identifier: Apache-2.0
-- Times are nanoseconds since 1970 UTC. NULL is "unknown", never 0. Rows of one fact keep the order
-- in which they were handed over by their id. Verdicts are never stored: they follow at every read.

-- Grows with every flush of a writer; pages that follow a recording poll it.
CREATE TABLE change (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    counter INTEGER NOT NULL
) STRICT;
INSERT INTO change (id, counter) VALUES (1, 0);

CREATE TABLE comparison (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never used twice: FILE@3 stays what it was
    name TEXT NOT NULL,
    started_utc_ns INTEGER NOT NULL,
    utc_offset_minutes INTEGER NOT NULL,
    ended_utc_ns INTEGER,
    status TEXT NOT NULL CHECK (status IN ('running', 'complete', 'partial')),
    stop_reason TEXT NOT NULL,
    tool_version TEXT NOT NULL,
    command TEXT NOT NULL,
    placement TEXT NOT NULL,
    workload TEXT NOT NULL,
    plan_json TEXT NOT NULL, -- the truth; plan_case and plan_variant repeat its names for lists
    deleted_utc_ns INTEGER -- hidden from then on; gone with the next compaction
) STRICT;
CREATE INDEX comparison_name ON comparison (name);

CREATE TABLE plan_case (
    comparison_id INTEGER NOT NULL REFERENCES comparison (id) ON DELETE CASCADE,
    case_index INTEGER NOT NULL,
    name TEXT NOT NULL,
    items REAL,
    PRIMARY KEY (comparison_id, case_index)
) STRICT, WITHOUT ROWID;

CREATE TABLE plan_variant (
    comparison_id INTEGER NOT NULL REFERENCES comparison (id) ON DELETE CASCADE,
    variant_index INTEGER NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    PRIMARY KEY (comparison_id, variant_index)
) STRICT, WITHOUT ROWID;

CREATE TABLE process (
    id INTEGER PRIMARY KEY,
    comparison_id INTEGER NOT NULL REFERENCES comparison (id) ON DELETE CASCADE,
    process_index INTEGER NOT NULL,
    kind TEXT NOT NULL,
    variant_index INTEGER NOT NULL,
    again INTEGER NOT NULL, -- the second eager lane of the noise floor
    repetition INTEGER NOT NULL,
    only_case INTEGER,
    started_utc_ns INTEGER NOT NULL,
    pid INTEGER NOT NULL,
    outcome TEXT, -- NULL: running, or its recorder died
    ended_utc_ns INTEGER,
    reason TEXT,
    error_class TEXT,
    UNIQUE (comparison_id, process_index),
    FOREIGN KEY (comparison_id, variant_index) REFERENCES plan_variant (comparison_id, variant_index)
) STRICT;

CREATE TABLE environment (
    process_id INTEGER NOT NULL REFERENCES process (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (process_id, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE phase (
    id INTEGER PRIMARY KEY,
    process_id INTEGER NOT NULL REFERENCES process (id) ON DELETE CASCADE,
    phase TEXT NOT NULL,
    case_index INTEGER,
    wall_ns INTEGER NOT NULL,
    cpu_ns INTEGER
) STRICT;
CREATE INDEX phase_process ON phase (process_id);

-- Consecutive calls of one case. Each column of its calls is the range [first, first + count) of
-- the process's series of that name in sample_chunk; a count of 0 = not measured.
CREATE TABLE block (
    id INTEGER PRIMARY KEY,
    process_id INTEGER NOT NULL REFERENCES process (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    case_index INTEGER NOT NULL,
    clock TEXT NOT NULL,
    round INTEGER NOT NULL, -- -1 in warm-up
    block_order INTEGER NOT NULL,
    repeated INTEGER NOT NULL,
    started_utc_ns INTEGER NOT NULL,
    compile_count_moved INTEGER NOT NULL,
    wall_first INTEGER NOT NULL,
    wall_count INTEGER NOT NULL,
    cpu_first INTEGER NOT NULL,
    cpu_count INTEGER NOT NULL,
    switches_first INTEGER NOT NULL,
    switches_count INTEGER NOT NULL,
    compiled_first INTEGER NOT NULL,
    compiled_count INTEGER NOT NULL,
    cpu_pressure_ratio REAL,
    steal_ratio REAL,
    cpu_per_wall REAL,
    load_average REAL,
    sm_clock_mhz REAL,
    memory_clock_mhz REAL,
    power_watts REAL,
    temperature_celsius REAL,
    clock_event_reasons INTEGER,
    foreign_gpu_processes INTEGER
) STRICT;
CREATE INDEX block_process ON block (process_id);

-- Why a block was not quiet.
CREATE TABLE block_flag (
    id INTEGER PRIMARY KEY,
    block_id INTEGER NOT NULL REFERENCES block (id) ON DELETE CASCADE,
    flag TEXT NOT NULL
) STRICT;
CREATE INDEX block_flag_block ON block_flag (block_id);

-- Up to 65,536 records of one series (wall, cpu, switches, compiled) of a process: see
-- chunk_codec.h. While it records there are small chunks, one for each flush; full ones replace them.
CREATE TABLE sample_chunk (
    process_id INTEGER NOT NULL REFERENCES process (id) ON DELETE CASCADE,
    series TEXT NOT NULL,
    first INTEGER NOT NULL,
    count INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (process_id, series, first)
) STRICT;

-- What lists and tables show of the calls without reading them.
CREATE TABLE iteration_stat (
    process_id INTEGER NOT NULL REFERENCES process (id) ON DELETE CASCADE,
    case_index INTEGER NOT NULL,
    kind TEXT NOT NULL,
    clock TEXT NOT NULL,
    blocks INTEGER NOT NULL,
    flagged_blocks INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    sum_ns INTEGER NOT NULL,
    min_ns INTEGER NOT NULL,
    max_ns INTEGER NOT NULL,
    PRIMARY KEY (process_id, case_index, kind, clock)
) STRICT, WITHOUT ROWID;

CREATE TABLE steady (
    id INTEGER PRIMARY KEY,
    process_id INTEGER NOT NULL REFERENCES process (id) ON DELETE CASCADE,
    case_index INTEGER NOT NULL,
    steady INTEGER NOT NULL,
    warm_up_calls INTEGER NOT NULL,
    steady_from INTEGER NOT NULL,
    noisy INTEGER NOT NULL,
    reason TEXT NOT NULL
) STRICT;
CREATE INDEX steady_process ON steady (process_id);

CREATE TABLE proof (
    id INTEGER PRIMARY KEY,
    process_id INTEGER NOT NULL REFERENCES process (id) ON DELETE CASCADE,
    case_index INTEGER NOT NULL,
    after_block INTEGER NOT NULL,
    observed INTEGER NOT NULL,
    compile_count INTEGER NOT NULL
) STRICT;
CREATE INDEX proof_process ON proof (process_id);

CREATE TABLE proof_region (
    proof_id INTEGER NOT NULL REFERENCES proof (id) ON DELETE CASCADE,
    compile_id TEXT NOT NULL,
    times INTEGER NOT NULL,
    PRIMARY KEY (proof_id, compile_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE compile (
    id INTEGER PRIMARY KEY,
    process_id INTEGER NOT NULL REFERENCES process (id) ON DELETE CASCADE,
    compile_id TEXT NOT NULL,
    case_index INTEGER,
    start_up INTEGER NOT NULL,
    function TEXT NOT NULL,
    file TEXT NOT NULL,
    line INTEGER NOT NULL,
    duration_ns INTEGER NOT NULL,
    cache TEXT,
    nodes INTEGER,
    operators INTEGER,
    guards INTEGER,
    fail_type TEXT NOT NULL,
    fail_reason TEXT NOT NULL,
    metrics_json TEXT NOT NULL
) STRICT;
CREATE INDEX compile_process ON compile (process_id);

-- Nested where torch nests them; not to be summed.
CREATE TABLE compile_phase (
    compile_row INTEGER NOT NULL REFERENCES compile (id) ON DELETE CASCADE,
    phase TEXT NOT NULL,
    duration_ns INTEGER NOT NULL,
    PRIMARY KEY (compile_row, phase)
) STRICT, WITHOUT ROWID;

CREATE TABLE graph_break (
    id INTEGER PRIMARY KEY,
    process_id INTEGER NOT NULL REFERENCES process (id) ON DELETE CASCADE,
    break_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    explanation TEXT NOT NULL,
    hint TEXT NOT NULL,
    file TEXT NOT NULL,
    line INTEGER NOT NULL,
    function TEXT NOT NULL,
    compile_id TEXT NOT NULL,
    case_index INTEGER
) STRICT;
CREATE INDEX graph_break_process ON graph_break (process_id);

CREATE TABLE recompile (
    id INTEGER PRIMARY KEY,
    process_id INTEGER NOT NULL REFERENCES process (id) ON DELETE CASCADE,
    compile_id TEXT NOT NULL,
    guard TEXT NOT NULL,
    reason TEXT NOT NULL,
    function TEXT NOT NULL,
    file TEXT NOT NULL,
    line INTEGER NOT NULL,
    duration_ns INTEGER,
    case_index INTEGER
) STRICT;
CREATE INDEX recompile_process ON recompile (process_id);

CREATE TABLE memory (
    id INTEGER PRIMARY KEY,
    process_id INTEGER NOT NULL REFERENCES process (id) ON DELETE CASCADE,
    phase TEXT NOT NULL,
    case_index INTEGER,
    host_peak_bytes INTEGER,
    children_peak_bytes INTEGER,
    device_peak_bytes INTEGER,
    device_reserved_bytes INTEGER,
    host_allocator_peak_bytes INTEGER
) STRICT;
CREATE INDEX memory_process ON memory (process_id);

CREATE TABLE numerics (
    id INTEGER PRIMARY KEY,
    process_id INTEGER NOT NULL REFERENCES process (id) ON DELETE CASCADE,
    case_index INTEGER NOT NULL,
    input_set INTEGER NOT NULL,
    role TEXT NOT NULL,
    path TEXT NOT NULL,
    dtype TEXT NOT NULL,
    layout_mismatch TEXT NOT NULL,
    elements INTEGER NOT NULL,
    bit_equal INTEGER NOT NULL,
    mismatches INTEGER NOT NULL,
    nan_positions_equal INTEGER NOT NULL,
    max_abs REAL,
    max_rel REAL,
    max_ulp INTEGER,
    cosine REAL,
    tolerance_used_ratio REAL,
    rmse_reference REAL,
    rmse_result REAL,
    argmax_agreement REAL,
    random_operators INTEGER NOT NULL
) STRICT;
CREATE INDEX numerics_process ON numerics (process_id);

CREATE TABLE notice (
    id INTEGER PRIMARY KEY,
    comparison_id INTEGER NOT NULL REFERENCES comparison (id) ON DELETE CASCADE,
    variant_index INTEGER,
    case_index INTEGER,
    rule TEXT NOT NULL,
    sentence TEXT NOT NULL
) STRICT;
CREATE INDEX notice_comparison ON notice (comparison_id);

-- Consecutive log lines: see log_codec.h.
CREATE TABLE log_chunk (
    comparison_id INTEGER NOT NULL REFERENCES comparison (id) ON DELETE CASCADE,
    first INTEGER NOT NULL,
    count INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (comparison_id, first)
) STRICT;
