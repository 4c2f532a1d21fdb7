// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_result.h"

namespace profiler {

/// How far the measurement of already judged cases can be trusted.
[[nodiscard]] MeasurementQuality qualityOf(
    const ComparisonData& data, const std::vector<CaseResult>& cases);

} // namespace profiler
