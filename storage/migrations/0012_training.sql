-- SPDX-License-Identifier: Apache-2.0
-- Training: steps whose parts were clocked after a timed block, and the losses of several steps.

CREATE TABLE step_parts (
    id INTEGER PRIMARY KEY,
    process_id INTEGER NOT NULL REFERENCES process (id) ON DELETE CASCADE,
    case_index INTEGER NOT NULL,
    round INTEGER NOT NULL,
    reason TEXT NOT NULL -- why no step was clocked
) STRICT;
CREATE INDEX step_parts_of_process ON step_parts (process_id);

CREATE TABLE step_times (
    parts_id INTEGER NOT NULL REFERENCES step_parts (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    whole_ns INTEGER NOT NULL, -- what the parts leave of it is neither of them
    data_wait_ns INTEGER, -- for the next batch; NULL = nobody saw who waits
    forward_ns INTEGER NOT NULL,
    backward_ns INTEGER NOT NULL,
    optimizer_ns INTEGER NOT NULL,
    PRIMARY KEY (parts_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE loss_curve (
    id INTEGER PRIMARY KEY,
    process_id INTEGER NOT NULL REFERENCES process (id) ON DELETE CASCADE,
    case_index INTEGER NOT NULL,
    precision TEXT NOT NULL, -- as_run, fp64
    random_operators INTEGER NOT NULL, -- 1 = compiled code drew its numbers as eager does
    reason TEXT NOT NULL -- why it is not known, or ends early
) STRICT;
CREATE INDEX loss_curve_of_process ON loss_curve (process_id);

CREATE TABLE loss_of_step (
    curve_id INTEGER NOT NULL REFERENCES loss_curve (id) ON DELETE CASCADE,
    position INTEGER NOT NULL, -- of the step, from 0
    loss REAL, -- NULL = not finite
    PRIMARY KEY (curve_id, position)
) STRICT, WITHOUT ROWID;
