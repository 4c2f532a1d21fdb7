// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace profiler {

/// One server, first in first out: latency of each request from its intended arrival. Arrivals
/// ascend; both have one entry a request.
[[nodiscard]] std::vector<double> fifoLatencies(
    std::span<const double> arrivals, std::span<const double> services);

/// Imported closed-loop times as if requests had been sent every `expectedInterval`: for a value v
/// above it, v-T, v-2T, … >= T are added. Ascending. Say "corrected" beside what is made of it.
[[nodiscard]] std::vector<double> correctedForOmission(
    std::span<const double> recorded, double expectedInterval);

/// A rate is not sustained when completions < 0.98 x arrivals, or the backlog at the end exceeds
/// that at the middle by more than 10 requests.
[[nodiscard]] bool isSustained(
    std::span<const double> arrivals, std::span<const double> latencies, double durationOfLoad);

} // namespace profiler
