-- SPDX-License-Identifier: Apache-2.0
-- Cases can be added to a comparison: a process ran some of them, one after the other.

ALTER TABLE process RENAME COLUMN only_case TO first_case; -- NULL = all cases of the plan
ALTER TABLE process ADD COLUMN case_count INTEGER;
UPDATE process SET case_count = 1 WHERE first_case IS NOT NULL;
