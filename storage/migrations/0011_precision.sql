-- SPDX-License-Identifier: Apache-2.0
-- Variants of another precision: the candidate's floating type where it differs from the baseline's
-- (empty: it does not), and the size of the values, which errors are told against.

ALTER TABLE numerics ADD COLUMN result_dtype TEXT NOT NULL DEFAULT '';
ALTER TABLE numerics ADD COLUMN rms_precise REAL;
