// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace profiler {

struct ComparisonData;
struct ComparisonResult;
struct Finding;

/// The judged comparison with its findings: what pages, documents and the terminal show.
[[nodiscard]] ComparisonResult conclude(const ComparisonData& data);

/// Red flags and notices from what is recorded and already judged, by what can be won back (see
/// finding_order.h).
[[nodiscard]] std::vector<Finding> findingsOf(
    const ComparisonData& data, const ComparisonResult& judged);

} // namespace profiler
