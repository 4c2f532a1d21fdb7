-- SPDX-License-Identifier: Apache-2.0
-- Who used the cores beside a block's calls: a script's loaders of data are part of what it measures,
-- other programs are not. In cores; NULL: not known.

ALTER TABLE block ADD COLUMN started_cores REAL;
ALTER TABLE block ADD COLUMN foreign_cores REAL;
