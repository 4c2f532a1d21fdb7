// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/load_fact.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace profiler {

/// Requests a second from the first call's start to the last one's end; nullopt: none ended.
[[nodiscard]] std::optional<double> servedPerSecond(const LoadFact& fact);

/// From the moment each request was planned to its end, so that a queue counts.
struct LoadLatencies {
    std::vector<std::int64_t> ns; ///< of those that ended, sorted
    std::int64_t unanswered = 0;

    [[nodiscard]] std::int64_t count() const { return std::ssize(ns) + unanswered; }
};

[[nodiscard]] LoadLatencies latenciesOf(const LoadFact& fact);

} // namespace profiler
