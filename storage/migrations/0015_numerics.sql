-- SPDX-License-Identifier: Apache-2.0
-- Where in a model an error comes in: each module's outputs in the variant against the baseline and
-- against fp64. And how many values lie how many units in the last place apart.

CREATE TABLE module_errors (
    id INTEGER PRIMARY KEY,
    process_id INTEGER NOT NULL REFERENCES process (id) ON DELETE CASCADE,
    case_index INTEGER NOT NULL,
    input_set INTEGER NOT NULL,
    reason TEXT NOT NULL, -- why there are none
    same_outputs INTEGER -- 1 = the outputs stayed as they were while the modules' were kept
) STRICT;
CREATE INDEX module_errors_of_process ON module_errors (process_id);

CREATE TABLE module_error (
    errors_id INTEGER NOT NULL REFERENCES module_errors (id) ON DELETE CASCADE,
    position INTEGER NOT NULL, -- in the order in which the modules returned
    module TEXT NOT NULL, -- qualified name; '' = the model itself
    kind TEXT NOT NULL, -- its class
    file TEXT NOT NULL, -- of its forward
    line INTEGER,
    call INTEGER NOT NULL, -- how often it had returned before in the same call
    max_error_reference REAL, -- against fp64
    max_error_result REAL,
    reason TEXT NOT NULL, -- why there are no figures
    case_index INTEGER NOT NULL,
    input_set INTEGER NOT NULL,
    role TEXT NOT NULL,
    path TEXT NOT NULL, -- inside what the module returned
    dtype TEXT NOT NULL,
    result_dtype TEXT NOT NULL,
    layout_mismatch TEXT NOT NULL,
    elements INTEGER NOT NULL,
    bit_equal INTEGER NOT NULL,
    mismatches INTEGER NOT NULL,
    nan_positions_equal INTEGER NOT NULL,
    max_abs REAL,
    max_rel REAL,
    max_ulp INTEGER,
    cosine REAL,
    tolerance_used_ratio REAL,
    rmse_reference REAL, -- against fp64, as what follows
    rmse_result REAL,
    rms_precise REAL,
    argmax_agreement REAL,
    random_operators INTEGER NOT NULL,
    PRIMARY KEY (errors_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE ulp_histogram (
    id INTEGER PRIMARY KEY,
    process_id INTEGER NOT NULL REFERENCES process (id) ON DELETE CASCADE,
    case_index INTEGER NOT NULL,
    input_set INTEGER NOT NULL,
    role TEXT NOT NULL,
    path TEXT NOT NULL, -- '' = all tensors of the role
    dtype TEXT NOT NULL,
    pair TEXT NOT NULL, -- result_to_baseline, baseline_to_fp64, result_to_fp64
    nan_in_both INTEGER NOT NULL,
    nan_in_one INTEGER NOT NULL
) STRICT;
CREATE INDEX ulp_histogram_of_process ON ulp_histogram (process_id);

CREATE TABLE ulp_count (
    histogram_id INTEGER NOT NULL REFERENCES ulp_histogram (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    bucket INTEGER NOT NULL, -- 0: none; 1: 1; 2: 2; 3: 3 to 4; 4: 5 to 8, and so on
    value_count INTEGER NOT NULL,
    PRIMARY KEY (histogram_id, position)
) STRICT, WITHOUT ROWID;
