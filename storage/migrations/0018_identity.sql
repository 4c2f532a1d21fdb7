-- SPDX-License-Identifier: Apache-2.0
-- A comparison is the same one in every copy of its file, and may belong to a suite of many.

ALTER TABLE comparison ADD COLUMN identity TEXT NOT NULL DEFAULT ''; -- '' = of an older program
ALTER TABLE comparison ADD COLUMN suite TEXT NOT NULL DEFAULT ''; -- repeats the plan's; '' = of none
CREATE INDEX comparison_identity ON comparison (identity) WHERE identity <> '';
