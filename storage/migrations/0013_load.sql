-- SPDX-License-Identifier: Apache-2.0
-- Requests at given rates: what was offered to a load process, and when each request was planned,
-- began and ended.

CREATE TABLE load_run (
    id INTEGER PRIMARY KEY,
    process_id INTEGER NOT NULL REFERENCES process (id) ON DELETE CASCADE,
    case_index INTEGER NOT NULL,
    run_order INTEGER NOT NULL, -- within its process
    rate REAL, -- requests a second; NULL: all at once
    arrivals TEXT NOT NULL, -- poisson, constant, replay
    duration_ns INTEGER NOT NULL, -- of the arrivals
    concurrency INTEGER NOT NULL,
    started_utc_ns INTEGER NOT NULL,
    cut TEXT NOT NULL, -- why not all were served; '': they were
    cpu_pressure_ratio REAL,
    steal_ratio REAL,
    cpu_per_wall REAL,
    started_cores REAL,
    foreign_cores REAL,
    load_average REAL,
    sm_clock_mhz REAL,
    memory_clock_mhz REAL,
    power_watts REAL,
    temperature_celsius REAL,
    clock_event_reasons INTEGER,
    foreign_gpu_processes INTEGER,
    requests INTEGER NOT NULL,
    content_bytes INTEGER NOT NULL, -- unpacked
    content BLOB NOT NULL -- a zstd frame with checksum: the times of the requests
) STRICT;
CREATE INDEX load_run_of_process ON load_run (process_id);
