// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/load_fact.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace profiler {

enum class SlowRequestCause {
    Queue, ///< others came shortly before it
    BehindLongCall, ///< it waited for a call that took long
    Compiled, ///< torch compiled something in its call, or in the one it waited for
    Collected, ///< Python's garbage collector ran in it, or in the one it waited for
    LongCall, ///< its own call took long
    NeverReturned,
    NeverStarted, ///< still waiting when all was ended
};

struct SlowRequest {
    int repetition = 0;
    std::int64_t plannedNs = 0; ///< from the beginning of the rate
    std::optional<std::int64_t> waitNs; ///< nullopt: never started
    std::optional<std::int64_t> serviceNs; ///< nullopt: never returned
    SlowRequestCause cause = SlowRequestCause::Queue;
    std::optional<std::int64_t> longCallNs; ///< of the long call that it waited for

    [[nodiscard]] std::optional<std::int64_t> latencyNs() const;
};

/// The slowest first; those never answered before all others.
[[nodiscard]] std::vector<SlowRequest> slowestRequests(
    const LoadFact& fact, int repetition, std::size_t most);

/// Of two.
[[nodiscard]] bool isSlower(const SlowRequest& one, const SlowRequest& other);

} // namespace profiler
