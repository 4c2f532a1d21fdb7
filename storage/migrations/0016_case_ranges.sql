-- SPDX-License-Identifier: Apache-2.0
-- Cases can be added to a comparison: a process ran some of them, one after the other. only_case is
-- not written any more.

ALTER TABLE process ADD COLUMN first_case INTEGER; -- NULL = all cases of the plan
ALTER TABLE process ADD COLUMN case_count INTEGER;
UPDATE process SET first_case = only_case, case_count = 1 WHERE only_case IS NOT NULL;
