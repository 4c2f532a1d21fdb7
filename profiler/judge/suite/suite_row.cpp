// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/suite/suite_row.h"

#include "profiler/evidence/suite/batch_size.h"
#include "profiler/judge/verdict.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"

#include <algorithm>

namespace profiler {

namespace {

/// The end of the first process of a variant that did not do what it should. One that was
/// interrupted did; who ended the whole says why.
std::optional<SuiteCause> failureOf(const ComparisonData& data, int variant)
{
    for (const auto& process : data.processes)
        if (process.start.variant == variant && process.end
            && process.end->outcome != ProcessOutcome::Finished
            && process.end->outcome != ProcessOutcome::Interrupted && !process.end->reason.empty())
            return SuiteCause {process.end->errorClass, process.end->reason};
    return std::nullopt;
}

Measured<std::int64_t> peakOf(const MemoryPeaks& peaks)
{
    return peaks.device ? peaks.device : peaks.host;
}

SuiteCell cellOf(const ComparisonData& data, const VariantResult& variant)
{
    SuiteCell cell {
        .variant = variant.name, .verdict = variant.verdict, .reason = variant.verdictReason};
    if (variant.speedUp)
        cell.speedUp = variant.speedUp->ratio;
    else
        cell.speedUp = missing(variant.speedUp.error());
    if (!variant.latency)
        cell.medianNs = missing(variant.latency.error());
    else if (variant.latency->median().ns)
        cell.medianNs = *variant.latency->median().ns;
    if (variant.compileCold)
        cell.compileNs = variant.compileCold->medianNs;
    else
        cell.compileNs = missing(variant.compileCold.error());
    cell.memoryBytes = peakOf(variant.peakMemory);
    cell.breaks = variant.graphBreaks;
    cell.recompiles = variant.recompiles;
    if (variant.verdict == Verdict::Failed)
        cell.failure
            = failureOf(data, variant.variant).value_or(SuiteCause {{}, data.info.stopReason});
    return cell;
}

SuiteRow rowOf(const ComparisonData& data, const ComparisonResult& result)
{
    const auto& member = data.plan.suite;
    return {.id = data.info.id,
        .started = data.info.started,
        .status = data.info.status,
        .suite = member.suite,
        .model = member.model.empty() ? data.plan.workload.spec : member.model,
        .device = result.device.empty() ? data.plan.numeric.device : result.device,
        .dtype = result.dtype,
        .family = modelFamily(data)};
}

/// Nothing was timed: what ended it.
std::optional<SuiteCause> causeOf(const ComparisonData& data, const SuiteRow& row)
{
    const bool timed = row.baselineNs || std::ranges::any_of(row.cells, [](const SuiteCell& cell) {
        return cell.medianNs.has_value();
    });
    if (timed)
        return std::nullopt;
    const auto variants = static_cast<int>(data.plan.variants.size());
    for (int variant = 0; variant < variants; ++variant)
        if (auto failure = failureOf(data, variant))
            return failure;
    if (!data.info.stopReason.empty() && data.info.status != ComparisonStatus::Complete)
        return SuiteCause {{}, data.info.stopReason};
    return SuiteCause {{}, "no call was timed"};
}

SuiteRow withCase(SuiteRow row, const ComparisonData& data, const CaseResult& measured)
{
    row.caseName = measured.name;
    row.caseIndex = measured.caseIndex;
    row.batch = batchSize(data, measured.caseIndex);
    for (const auto& variant : measured.variants) {
        auto cell = cellOf(data, variant);
        if (variant.variant != 0) {
            row.cells.push_back(std::move(cell));
            continue;
        }
        row.baseline = variant.name;
        row.baselineNs = cell.medianNs;
        row.baselineBytes = cell.memoryBytes;
    }
    row.failure = causeOf(data, row);
    const auto& why = data.info.stopReason;
    const bool saidOfACell = std::ranges::any_of(row.cells,
        [&](const SuiteCell& cell) { return cell.failure && cell.failure->text == why; });
    if (!row.failure && !saidOfACell && row.status == ComparisonStatus::Partial)
        row.brokenOff = why.empty() ? "nobody says why" : why;
    return row;
}

} // namespace

bool countsInMean(const SuiteCell& cell)
{
    return cell.speedUp && cell.speedUp->estimate > 0 && isDecided(cell.verdict);
}

std::vector<SuiteRow> suiteRows(const ComparisonData& data, const ComparisonResult& result)
{
    auto base = rowOf(data, result);
    base.cases = std::max(1, static_cast<int>(result.cases.size()));
    std::vector<SuiteRow> rows;
    rows.reserve(result.cases.size());
    for (const auto& measured : result.cases)
        rows.push_back(withCase(base, data, measured));
    if (rows.empty()) {
        base.failure = causeOf(data, base);
        rows.push_back(std::move(base));
    }
    return rows;
}

} // namespace profiler
