-- SPDX-License-Identifier: Apache-2.0
-- Python's garbage collector within the calls of a warm-up: all runs of a generation in a call.

CREATE TABLE collection (
    id INTEGER PRIMARY KEY,
    process_id INTEGER NOT NULL REFERENCES process (id) ON DELETE CASCADE,
    case_index INTEGER, -- whose call it was
    block_order INTEGER NOT NULL, -- of the call's block
    call INTEGER NOT NULL, -- of the block, from 0
    started_utc_ns INTEGER NOT NULL, -- the first run
    duration_ns INTEGER NOT NULL, -- of all runs
    generation INTEGER NOT NULL,
    runs INTEGER NOT NULL
) STRICT;
CREATE INDEX collection_of_process ON collection (process_id);
