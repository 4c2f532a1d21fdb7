// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/judge_variant.h"
#include "profiler/judge/recommendation.h"

#include <vector>

namespace profiler {

/// One variant in all cases, each as judged alone; calls are taken to be spread evenly over cases.
/// The ratio is the geometric mean, its interval from the repetitions that all cases have.
[[nodiscard]] Contender overAllCases(
    const ComparisonData& data, const std::vector<const JudgedVariant*>& byCase);

} // namespace profiler
