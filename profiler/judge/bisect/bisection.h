// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <utility>

namespace profiler {

/// Between which two neighbours of a row something changed, given that its ends differ: halving, so
/// that no other order needs fewer steps in the worst case. Candidates are numbered from 0, oldest
/// first; there are two at least.
class Bisection {
public:
    explicit Bisection(std::size_t candidates);

    /// Candidates that must be looked at between the ends, at most.
    [[nodiscard]] static int stepsAtMost(std::size_t candidates);

    /// The next one to be looked at; nullopt: it is found.
    [[nodiscard]] std::optional<std::size_t> next() const;

    /// What was seen of `next()`: it is as the first one is, or as the last.
    void tell(bool isAsFirst);

    /// The last that is as the first, and the first that is as the last, as far as known.
    [[nodiscard]] std::pair<std::size_t, std::size_t> between() const { return {m_low, m_high}; }

private:
    std::size_t m_low = 0;
    std::size_t m_high;
};

} // namespace profiler
