// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/report/text/emphasis.h"

#include <string>

namespace profiler {

struct CaseResult;
struct ComparisonResult;
struct VariantResult;

/// The verdict of one case in one sentence that survives being pasted alone: device, dtype, case,
/// variant, ratio, interval, processes × rounds, compile time, payback.
[[nodiscard]] std::string verdictSentence(const ComparisonResult& result,
    const CaseResult& caseResult, Emphasis emphasis = Emphasis::None);

/// Of times that decide nothing: "default is ahead of eager, which is not decided". No ratio.
[[nodiscard]] std::string aheadText(const VariantResult& variant, const std::string& baseline);

/// The same for one setting over all cases; equals the case's sentence when there is one. Pages and
/// commands say `settingsSentence`, which is this where all cases get the same advice.
[[nodiscard]] std::string overallSentence(
    const ComparisonResult& result, Emphasis emphasis = Emphasis::None);

} // namespace profiler
