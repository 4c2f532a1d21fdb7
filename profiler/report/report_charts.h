// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/analysis/comparison_result.h"

#include <string>

/// The charts of the HTML report as SVG, light theme. Every number in them comes from analysis.
namespace profiler {

/// How many times faster each variant is, with its interval, and the band too small to matter.
[[nodiscard]] std::string forestChart(const ComparisonResult& result, const CaseResult& caseResult);

/// Time saved minus compile time against calls; empty cache solid, kept cache dashed.
[[nodiscard]] std::string paybackChart(
    const ComparisonResult& result, const CaseResult& caseResult);

/// Latency against percentile, the tail stretched.
[[nodiscard]] std::string latencyChart(
    const ComparisonResult& result, const ComparisonData& data, const CaseResult& caseResult);

} // namespace profiler
