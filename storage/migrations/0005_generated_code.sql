-- SPDX-License-Identifier: Apache-2.0
-- The code that Inductor wrote for each graph in a trace process, and what its kernel calls do.

CREATE TABLE generated_code (
    id INTEGER PRIMARY KEY,
    process_id INTEGER NOT NULL REFERENCES process (id) ON DELETE CASCADE,
    compile_id TEXT NOT NULL,
    case_index INTEGER, -- whose call caused it
    code_bytes INTEGER NOT NULL, -- unpacked
    code BLOB NOT NULL -- a zstd frame with checksum
) STRICT;
CREATE INDEX generated_code_of_process ON generated_code (process_id);

-- Operators of the compiled graph, and its arguments.
CREATE TABLE generated_node (
    code_id INTEGER NOT NULL REFERENCES generated_code (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    target TEXT NOT NULL, -- aten.addmm.default; input, parameter
    type TEXT NOT NULL, -- f32[16, 64]
    module TEXT NOT NULL,
    file TEXT NOT NULL,
    line INTEGER NOT NULL,
    function TEXT NOT NULL,
    flops INTEGER, -- of matrix products, convolutions and attention
    PRIMARY KEY (code_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE generated_kernel (
    code_id INTEGER NOT NULL REFERENCES generated_code (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    handle INTEGER NOT NULL,
    PRIMARY KEY (code_id, position)
) STRICT, WITHOUT ROWID;

-- What a kernel computes or prepares.
CREATE TABLE generated_kernel_node (
    code_id INTEGER NOT NULL REFERENCES generated_code (id) ON DELETE CASCADE,
    kernel INTEGER NOT NULL, -- its position
    node INTEGER NOT NULL, -- its position
    PRIMARY KEY (code_id, kernel, node)
) STRICT, WITHOUT ROWID;
