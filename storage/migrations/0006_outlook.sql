-- SPDX-License-Identifier: Apache-2.0
-- What tells how far compiling can go: of a trace process, after its traces.

-- What the machine does at most, with the threads of the recording.
CREATE TABLE roof (
    id INTEGER PRIMARY KEY,
    process_id INTEGER NOT NULL REFERENCES process (id) ON DELETE CASCADE,
    kind TEXT NOT NULL, -- memory_copy, cache_copy, matmul_float32, …
    size INTEGER NOT NULL, -- bytes that were copied, or the width of the matrices
    per_second REAL, -- bytes read and written, or operations; NULL = not measured
    reason TEXT NOT NULL
) STRICT;
CREATE INDEX roof_of_process ON roof (process_id);

-- One untimed call of an eager variant.
CREATE TABLE call_work (
    id INTEGER PRIMARY KEY,
    process_id INTEGER NOT NULL REFERENCES process (id) ON DELETE CASCADE,
    case_index INTEGER NOT NULL,
    crossing_bytes INTEGER, -- between operators that can be fused and all else
    source_bytes INTEGER, -- parameters and inputs
    result_bytes INTEGER,
    reason TEXT NOT NULL
) STRICT;
CREATE INDEX call_work_of_process ON call_work (process_id);

-- Its operators, by the shapes of their tensors.
CREATE TABLE operator_work (
    work_id INTEGER NOT NULL REFERENCES call_work (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    shapes TEXT NOT NULL,
    dtype TEXT NOT NULL,
    library INTEGER NOT NULL, -- 1 = no compiler fuses it away
    count INTEGER NOT NULL,
    bytes INTEGER NOT NULL, -- of all of them
    flops INTEGER, -- of all of them; NULL = no formula
    PRIMARY KEY (work_id, position)
) STRICT, WITHOUT ROWID;

-- torch.compile of an eager variant by a backend that leaves graphs as they are.
CREATE TABLE trial (
    id INTEGER PRIMARY KEY,
    process_id INTEGER NOT NULL REFERENCES process (id) ON DELETE CASCADE,
    case_index INTEGER NOT NULL,
    outcome TEXT NOT NULL, -- done, too_long, failed
    reason TEXT NOT NULL,
    graphs INTEGER,
    duration_ns INTEGER NOT NULL
) STRICT;
CREATE INDEX trial_of_process ON trial (process_id);

CREATE TABLE trial_break (
    trial_id INTEGER NOT NULL REFERENCES trial (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    break_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    explanation TEXT NOT NULL,
    hint TEXT NOT NULL,
    file TEXT NOT NULL,
    line INTEGER NOT NULL,
    function TEXT NOT NULL,
    compile_id TEXT NOT NULL,
    case_index INTEGER,
    PRIMARY KEY (trial_id, position)
) STRICT, WITHOUT ROWID;
