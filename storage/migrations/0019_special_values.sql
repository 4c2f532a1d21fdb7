-- SPDX-License-Identifier: Apache-2.0
-- How many values of a compared tensor are NaN or infinite on each side; NULL = not counted, as in
-- tensors of other shapes and in recordings of before.

ALTER TABLE numerics ADD COLUMN nan_reference INTEGER;
ALTER TABLE numerics ADD COLUMN nan_result INTEGER;
ALTER TABLE numerics ADD COLUMN infinite_reference INTEGER;
ALTER TABLE numerics ADD COLUMN infinite_result INTEGER;
ALTER TABLE module_error ADD COLUMN nan_reference INTEGER;
ALTER TABLE module_error ADD COLUMN nan_result INTEGER;
ALTER TABLE module_error ADD COLUMN infinite_reference INTEGER;
ALTER TABLE module_error ADD COLUMN infinite_result INTEGER;
