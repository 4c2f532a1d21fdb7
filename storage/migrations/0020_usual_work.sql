-- SPDX-License-Identifier: Apache-2.0
-- What a device works in a usual call of a trace, by class: kernel by kernel medians over the calls.
-- A trace without it has its idle time (device_part) by the causes of older programs, among which
-- "launch" was whatever came between a launch and its kernel; both are then made anew of the kernels.

CREATE TABLE usual_work (
    trace_id INTEGER NOT NULL REFERENCES trace (id) ON DELETE CASCADE,
    part TEXT NOT NULL, -- a class of work
    ns REAL NOT NULL,
    low_ns REAL NOT NULL, -- of a 95 % interval
    high_ns REAL NOT NULL,
    PRIMARY KEY (trace_id, part)
) STRICT, WITHOUT ROWID;
