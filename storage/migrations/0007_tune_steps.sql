-- SPDX-License-Identifier: Apache-2.0
-- What a search for the best setting decided on a variant, kept with its last process.

CREATE TABLE tune_step (
    id INTEGER PRIMARY KEY,
    process_id INTEGER NOT NULL REFERENCES process (id) ON DELETE CASCADE,
    rung INTEGER NOT NULL,
    decision TEXT NOT NULL,
    spent_ns INTEGER NOT NULL -- of the budget, by all settings
) STRICT;
CREATE INDEX tune_step_of_process ON tune_step (process_id);
