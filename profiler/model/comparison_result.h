// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_info.h"
#include "profiler/model/imported_summary.h"
#include "profiler/model/log_ratio.h"
#include "profiler/model/outlook.h"
#include "profiler/model/plan.h"
#include "profiler/model/reason.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The judged comparison: every number that a card, table, report or JSON shows. Computed from
/// ComparisonData at every read by `judge`, never stored.
namespace profiler {

struct Finding;
struct VariantResult;

enum class RecommendationKind {
    Recommended,
    KeepEager,
    Undecided,
    Slower,
    ResultsDiffer,
    NotComparable,
    NotEnoughData,
    MachineTooBusy, ///< other work ran in so many blocks that no times decide
    NotJudged, ///< imported
    OneVariant, ///< there is nothing to compare: what it tells by itself is its outlook
};

struct Recommendation {
    RecommendationKind kind = RecommendationKind::NotEnoughData;
    int variant = 0; ///< the one to use (baseline when keep eager), else the one spoken of
    Reason reason;
};

struct CaseResult {
    int caseIndex = 0;
    std::string name;
    std::string inputs; ///< "x 8×3×64×64 float32"; empty: not known, as of imports
    std::vector<VariantResult> variants; ///< in plan order
    Recommendation recommendation;
    Measured<CallOutlook> outlook = missing(ReasonKind::NotRecorded); ///< of its eager variant
    Measured<TrialBreaks> trial = missing(ReasonKind::NotRecorded);
};

struct Comparability {
    std::vector<Reason> blocking;
    std::vector<Reason> warnings;
};

struct MeasurementQuality {
    int repetitions = 0;
    int rounds = 0;
    std::int64_t fewestCalls = 0; ///< steady timed calls of a variant in a case
    std::int64_t mostCalls = 0;
    int steadyRepetitions = 0;
    Measured<LogRatio> noiseFloor = missing(ReasonKind::NoEagerAgain);
    /// In every case "eager again" ran often enough to tell what other programs do to times on a
    /// CPU.
    bool noiseBounded = false;
    double quietRatio = 1; ///< of all blocks of all variants and cases
    // Why the others were not, each of all timed blocks; a block may count for several.
    double contendedRatio = 0; ///< other work of the host
    double loweredClockRatio = 0; ///< the device lowered its clock
    double sharedDeviceRatio = 0; ///< another process was on the device
    /// Kept busy beside the calls by what the workload itself started, such as loaders of data:
    /// median of the timed blocks. No disturbance; both sides have it.
    std::optional<double> startedCores;
    bool deviceStateKnown = true; ///< false: quiet speaks of the host of a device alone
    bool agentMeasured = true; ///< false: the shim's Python loop measured

    [[nodiscard]] bool isDeviceDisturbed() const
    {
        return loweredClockRatio > 0 || sharedDeviceRatio > 0;
    }
};

struct ComparisonResult {
    ComparisonInfo info;
    Plan plan;
    std::vector<CaseResult> cases;
    Recommendation recommendation; ///< one setting for all cases
    Comparability comparable;
    MeasurementQuality quality;
    std::vector<Finding> findings;
    std::string device; ///< "NVIDIA H200", "AMD EPYC 7B13, 1 thread"
    std::string dtype;
    ComparisonKind kind = ComparisonKind::Recording;
    std::optional<ImportedSummary> imported; ///< of all kinds but recordings
};

} // namespace profiler
