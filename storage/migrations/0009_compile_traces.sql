-- SPDX-License-Identifier: Apache-2.0
-- What torch told of a process's compiles while they went on: steps with begin and end, what its
-- caches answered, what autotuning tried. Thousands of small rows that are read as one.

CREATE TABLE compile_trace (
    id INTEGER PRIMARY KEY,
    process_id INTEGER NOT NULL REFERENCES process (id) ON DELETE CASCADE,
    spans INTEGER NOT NULL,
    lookups INTEGER NOT NULL,
    autotunes INTEGER NOT NULL,
    spans_left_out INTEGER NOT NULL,
    content_bytes INTEGER NOT NULL, -- unpacked
    content BLOB NOT NULL -- a zstd frame with checksum
) STRICT;
CREATE INDEX compile_trace_of_process ON compile_trace (process_id);
