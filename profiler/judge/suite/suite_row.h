// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/suite/model_family.h"
#include "profiler/model/facts/ids.h"
#include "profiler/model/facts/utc_time.h"
#include "profiler/model/interval.h"
#include "profiler/model/reason.h"
#include "profiler/model/verdict.h"

#include <optional>
#include <string>
#include <vector>

namespace profiler {

struct ComparisonData;
struct ComparisonResult;

/// Why something of a suite was not measured.
struct SuiteCause {
    std::string errorClass; ///< of the catalogue (error_catalogue.h); empty: it has none
    std::string text; ///< one sentence

    bool operator==(const SuiteCause&) const = default;
};

/// One variant beside its baseline.
struct SuiteCell {
    std::string variant;
    Verdict verdict = Verdict::NotEnoughData;
    Reason reason; ///< of the verdict
    Measured<Interval> speedUp = missing(ReasonKind::NotRecorded);
    Measured<double> medianNs = missing(ReasonKind::NotRecorded);
    Measured<double> compileNs = missing(ReasonKind::NotRecorded); ///< with an empty cache
    Measured<std::int64_t> memoryBytes = missing(ReasonKind::NotRecorded); ///< peak
    Measured<int> breaks = missing(ReasonKind::NotRecorded);
    Measured<int> recompiles = missing(ReasonKind::NotRecorded);
    std::optional<SuiteCause> failure;
};

/// One case of one recording.
struct SuiteRow {
    ComparisonId id;
    UtcTime started;
    ComparisonStatus status = ComparisonStatus::Complete;
    std::string suite; ///< empty: of none
    std::string model; ///< as the suite calls it, else its workload
    std::string caseName;
    int caseIndex = 0;
    int cases = 1; ///< of the recording
    std::string device; ///< "AMD EPYC, 1 thread"
    std::string dtype;
    ModelFamily family;
    std::optional<std::int64_t> batch;
    std::string baseline; ///< its name
    Measured<double> baselineNs = missing(ReasonKind::NotRecorded); ///< median of a call
    Measured<std::int64_t> baselineBytes = missing(ReasonKind::NotRecorded); ///< peak
    std::vector<SuiteCell> cells; ///< all but the baseline, in plan order
    std::optional<SuiteCause> failure; ///< of all of it: nothing was timed
    std::string brokenOff; ///< why it ended after some was timed; empty: it came to its end
    bool judged = true; ///< false: it is only listed as yet, and its cells have names alone

    /// Null: the recording has no such variant.
    [[nodiscard]] const SuiteCell* cell(const std::string& variant) const
    {
        for (const auto& each : cells)
            if (each.variant == variant)
                return &each;
        return nullptr;
    }
};

/// Whether its ratio is shown and counts in a mean: a verdict decided it. Results that differ, or a
/// compiled variant that ran eager, win nothing.
[[nodiscard]] bool countsInMean(const SuiteCell& cell);

/// Of each case one; of a recording that was never begun one with its cause.
[[nodiscard]] std::vector<SuiteRow> suiteRows(
    const ComparisonData& data, const ComparisonResult& result);

} // namespace profiler
