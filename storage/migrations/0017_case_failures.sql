-- SPDX-License-Identifier: Apache-2.0
-- A call of one case failed: the process ends with it, and the variant's other cases go on in another.

CREATE TABLE case_failure (
    id INTEGER PRIMARY KEY,
    process_id INTEGER NOT NULL REFERENCES process (id) ON DELETE CASCADE,
    case_index INTEGER NOT NULL,
    reason TEXT NOT NULL,
    error_class TEXT NOT NULL
) STRICT;
CREATE INDEX case_failure_of_process ON case_failure (process_id);
