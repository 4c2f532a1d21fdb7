// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/lanes/judge_input.h"
#include "profiler/model/variant_result.h"

#include <map>
#include <optional>
#include <vector>

namespace profiler {

/// What all variants of one case are judged against.
struct CaseEvidence {
    int caseIndex = 0;
    Clock clock = Clock::Call; ///< of speed-up and payback
    CallTime time = CallTime::Wall; ///< of the speed-up
    std::optional<LogRatio> noiseDeviation; ///< between repetitions, from "eager again"
    std::optional<LogRatio> distanceOfEqual; ///< of "eager again", see speed_up.h
    double correctedConfidence = 0.95; ///< 1 - 0.05 / comparisons
};

[[nodiscard]] CaseEvidence evidenceOf(
    const JudgeInput& input, int caseIndex, CallTime time = CallTime::Wall);

struct JudgedVariant {
    VariantResult result;
    std::map<int, LogRatio> logRatioByRepetition; ///< m(k)
};

/// `baseline` is nullptr for the baseline itself.
[[nodiscard]] JudgedVariant judgeVariant(const JudgeInput& input, const CaseEvidence& evidence,
    int variant, const VariantResult* baseline);

} // namespace profiler
