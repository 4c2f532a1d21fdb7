// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace profiler {

/// Whether a case's warm-up has settled, judged from the times of all its warm-up calls in order.
struct WarmUpJudgement {
    bool steady = false;
    std::int64_t steadyFrom = 0; ///< first steady call; all of them when not steady
    bool noisy = false; ///< MAD of the last half above 5 %
    std::string reason; ///< when not steady
};

/// Calls are grouped into medians lasting 2 ms, segmented, and walked back from the end while the
/// level stays. Steady when that walk ends in the first half.
[[nodiscard]] WarmUpJudgement judgeWarmUp(std::span<const std::int64_t> callsNs);

/// How long the next warm-up is to be, in calls of all its pieces together.
struct WarmUpProgress {
    std::int64_t calls = 0; ///< so far
    std::int64_t elapsedNs = 0; ///< so far
    int doublings = 0;
};

/// Calls of the first warm-up that fill 0.5 s, at least 20 groups (12 calls when a group is one
/// call). `callNs` is the time of a call once compiled.
[[nodiscard]] std::int64_t firstWarmUpCalls(std::int64_t callNs);

/// Calls to add after a judgement that was not steady: as many again; nothing when it was doubled
/// four times and 30 s and 12 calls have gone by, or five minutes have.
[[nodiscard]] std::optional<std::int64_t> moreWarmUpCalls(const WarmUpProgress& progress);

} // namespace profiler
