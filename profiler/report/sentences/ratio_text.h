// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/latency/process_series.h"

#include <string>

namespace profiler {

/// "1.63×" and "", "1.07×" and "slower": formatRatio in two parts.
struct RatioParts {
    std::string times;
    std::string direction;
};

[[nodiscard]] RatioParts ratioParts(double ratio);

/// "1.84× (1.78–1.90)", "1.07× slower (1.05–1.10)".
[[nodiscard]] std::string ratioWithInterval(const Interval& ratio);

/// What the ratios of the processes come to: "4 of 5 processes of default are slower than eager,
/// 1.31× slower to 1.02×; together 1.18× slower (1.02–1.37)."
[[nodiscard]] std::string ratioConclusion(
    const RatioSeries& series, const VariantResult& variant, const std::string& baseline);

/// "Outside the axis: process 4 at 37.1×."; empty where every process is inside.
[[nodiscard]] std::string outsideAxisText(const RatioSeries& series);

} // namespace profiler
