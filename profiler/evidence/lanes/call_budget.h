// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace profiler {

/// Rounds of a lane and calls of a block.
struct Blocks {
    int rounds = 0;
    std::int64_t calls = 0;

    bool operator==(const Blocks&) const = default;
};

/// A workload that makes its call only so often, as a script does: what its warm-up may take, and
/// the blocks that the rest is enough for.
class CallBudget {
public:
    /// nullopt: as often as it is asked.
    explicit CallBudget(std::optional<std::int64_t> calls)
        : m_calls(calls)
    {
    }

    /// A third of them.
    [[nodiscard]] std::optional<std::int64_t> mostWarmUpCalls() const;
    /// `wanted` where they fit, else fewer calls a block, else fewer rounds. A block also takes
    /// `discarded` calls and one that is observed.
    [[nodiscard]] Blocks fitting(
        const Blocks& wanted, std::int64_t usedBefore, std::int64_t discarded) const;

private:
    std::optional<std::int64_t> m_calls;
};

} // namespace profiler
