// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/judge_variant.h"
#include "profiler/judge/recommendation.h"

#include <map>

namespace profiler {

/// One variant in those cases, each as judged alone, in the order of their indices; calls are taken
/// to be spread evenly over cases. The ratio is the geometric mean, its interval from the
/// repetitions that all cases have.
[[nodiscard]] Contender overAllCases(
    const ComparisonData& data, const std::map<int, const JudgedVariant*>& judged);

} // namespace profiler
