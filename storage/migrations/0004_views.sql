-- SPDX-License-Identifier: Apache-2.0
-- The summaries of traces and calls as a person asks for them: for each variant and case, with their
-- names. Plain SQL over small tables: any program with SQLite reads them, without our extension.

-- The trace that speaks for a variant and a case: the last whole one, for a rerun's takes the place
-- of an earlier one.
CREATE VIEW speaking_trace AS
SELECT comparison.id AS comparison, process.variant_index, plan_variant.name AS variant,
    trace.case_index, plan_case.name AS case_name, max(trace.id) AS trace,
    (SELECT count(*) FROM trace_call WHERE trace_id = max(trace.id)) AS calls
FROM trace
JOIN process ON process.id = trace.process_id
JOIN comparison ON comparison.id = process.comparison_id
JOIN plan_variant ON plan_variant.comparison_id = comparison.id
    AND plan_variant.variant_index = process.variant_index
JOIN plan_case ON plan_case.comparison_id = comparison.id
    AND plan_case.case_index = trace.case_index
WHERE comparison.deleted_utc_ns IS NULL AND trace.pass = 'operators' AND trace.ended = 1
    AND EXISTS (SELECT 1 FROM trace_call WHERE trace_id = trace.id)
GROUP BY comparison.id, process.variant_index, trace.case_index;

-- Kernels on a device. Times of a call are medians over the traced calls.
CREATE VIEW kernel_summary AS
SELECT comparison, variant_index, variant, case_name, name, count,
    1.0 * count / calls AS count_per_call, total_ns, per_call_ns,
    min_ns, max_ns, calls, trace
FROM speaking_trace JOIN kernel_stat ON trace_id = trace;

-- What a device did in a traced call, by class of work (busy = 1) and by cause of idle time: means
-- over the traced calls, which add up to their mean length.
CREATE VIEW device_summary AS
SELECT comparison, variant_index, variant, case_name, busy, part,
    1.0 * sum(ns) / calls AS per_call_ns, calls, trace
FROM speaking_trace JOIN device_part ON trace_id = trace
GROUP BY trace, busy, part;

-- Operators and compiled kernels on the host; self time is without what they call.
CREATE VIEW operator_summary AS
SELECT comparison, variant_index, variant, case_name, kind, name, count,
    1.0 * count / calls AS count_per_call, total_ns, self_ns, self_per_call_ns, calls, trace
FROM speaking_trace JOIN operator_stat ON trace_id = trace;

-- Each variant beside the baseline, name by name. NULL: it has no such kernel.
CREATE VIEW kernel_change AS
SELECT comparison, variant, case_name, name,
    sum(CASE side WHEN 'baseline' THEN count_per_call END) AS baseline_count_per_call,
    sum(CASE side WHEN 'variant' THEN count_per_call END) AS count_per_call,
    sum(CASE side WHEN 'baseline' THEN per_call_ns END) AS baseline_per_call_ns,
    sum(CASE side WHEN 'variant' THEN per_call_ns END) AS per_call_ns,
    sum(CASE side WHEN 'variant' THEN per_call_ns ELSE -per_call_ns END) AS change_per_call_ns
FROM (
    SELECT baseline.comparison, other.variant, baseline.case_name, baseline.name,
        'baseline' AS side, baseline.count_per_call, baseline.per_call_ns
    FROM kernel_summary AS baseline
    JOIN speaking_trace AS other ON other.comparison = baseline.comparison
        AND other.case_name = baseline.case_name AND other.variant_index > 0
    WHERE baseline.variant_index = 0
    UNION ALL
    SELECT comparison, variant, case_name, name, 'variant', count_per_call, per_call_ns
    FROM kernel_summary WHERE variant_index > 0
)
GROUP BY comparison, variant, case_name, name;

-- The same of operators, by self time.
CREATE VIEW operator_change AS
SELECT comparison, variant, case_name, kind, name,
    sum(CASE side WHEN 'baseline' THEN count_per_call END) AS baseline_count_per_call,
    sum(CASE side WHEN 'variant' THEN count_per_call END) AS count_per_call,
    sum(CASE side WHEN 'baseline' THEN self_per_call_ns END) AS baseline_self_per_call_ns,
    sum(CASE side WHEN 'variant' THEN self_per_call_ns END) AS self_per_call_ns,
    sum(CASE side WHEN 'variant' THEN self_per_call_ns ELSE -self_per_call_ns END)
        AS change_per_call_ns
FROM (
    SELECT baseline.comparison, other.variant, baseline.case_name, baseline.kind, baseline.name,
        'baseline' AS side, baseline.count_per_call, baseline.self_per_call_ns
    FROM operator_summary AS baseline
    JOIN speaking_trace AS other ON other.comparison = baseline.comparison
        AND other.case_name = baseline.case_name AND other.variant_index > 0
    WHERE baseline.variant_index = 0
    UNION ALL
    SELECT comparison, variant, case_name, kind, name, 'variant', count_per_call, self_per_call_ns
    FROM operator_summary WHERE variant_index > 0
)
GROUP BY comparison, variant, case_name, kind, name;

-- Timed and warm-up calls of each process. Medians and verdicts are not here: `fusescope compare`
-- computes them from every single call.
CREATE VIEW call_summary AS
SELECT comparison.id AS comparison, plan_variant.name AS variant, process.again,
    plan_case.name AS case_name, process.kind AS process_kind, process.repetition,
    iteration_stat.kind, iteration_stat.clock, blocks, flagged_blocks, calls,
    1.0 * sum_ns / calls AS mean_ns, min_ns, max_ns, process.process_index AS process
FROM iteration_stat
JOIN process ON process.id = iteration_stat.process_id
JOIN comparison ON comparison.id = process.comparison_id
JOIN plan_variant ON plan_variant.comparison_id = comparison.id
    AND plan_variant.variant_index = process.variant_index
JOIN plan_case ON plan_case.comparison_id = comparison.id
    AND plan_case.case_index = iteration_stat.case_index
WHERE comparison.deleted_utc_ns IS NULL;
