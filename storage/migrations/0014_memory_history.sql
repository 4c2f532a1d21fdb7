-- SPDX-License-Identifier: Apache-2.0
-- Memory over one traced call: what was in use when, and what the peak is made of.

CREATE TABLE memory_history (
    id INTEGER PRIMARY KEY,
    process_id INTEGER NOT NULL REFERENCES process (id) ON DELETE CASCADE,
    case_index INTEGER NOT NULL,
    on_device INTEGER NOT NULL, -- 1 = of the device's allocator, 0 = of torch's on the host
    start_utc_ns INTEGER NOT NULL, -- of the call
    end_utc_ns INTEGER NOT NULL,
    at_start_bytes INTEGER NOT NULL,
    peak_bytes INTEGER NOT NULL,
    peak_utc_ns INTEGER NOT NULL,
    allocator_peak_bytes INTEGER, -- as the allocator itself counted it
    reserved_bytes INTEGER, -- from the device, at the peak
    graph_pool_bytes INTEGER, -- of those: kept for CUDA graphs, and not in use
    outside_bytes INTEGER NOT NULL, -- of weights and the rest: not made by this allocator
    small_blocks INTEGER NOT NULL, -- at the peak, not listed
    small_bytes INTEGER NOT NULL,
    lost_events INTEGER NOT NULL,
    content_bytes INTEGER NOT NULL, -- unpacked
    content BLOB NOT NULL -- a zstd frame with checksum: parts, blocks at the peak, readings
) STRICT;
CREATE INDEX memory_history_of_process ON memory_history (process_id);
