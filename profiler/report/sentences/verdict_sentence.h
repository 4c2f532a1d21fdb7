// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/report/text/emphasis.h"

#include <string>

namespace profiler {

struct CaseResult;
struct ComparisonResult;

/// The verdict of one case in one sentence that survives being pasted alone: device, dtype, case,
/// variant, ratio, interval, processes × rounds, compile time, payback.
[[nodiscard]] std::string verdictSentence(const ComparisonResult& result,
    const CaseResult& caseResult, Emphasis emphasis = Emphasis::None);

/// The same over all cases; equals the case's sentence when there is one.
[[nodiscard]] std::string overallSentence(
    const ComparisonResult& result, Emphasis emphasis = Emphasis::None);

} // namespace profiler
