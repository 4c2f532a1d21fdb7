// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace profiler {

/// The order of lanes inside each round: from the stored seed and the repetition's number, so that
/// `extend` goes on as one long recording would, and the same with every standard library.
class LaneShuffle {
public:
    LaneShuffle(std::uint64_t seed, int repetition)
        : m_generator(seed + 0x9E3779B97F4A7C15U * static_cast<std::uint64_t>(repetition))
    {
    }

    /// 0 … lanes-1, shuffled anew at each call.
    [[nodiscard]] std::vector<std::size_t> order(std::size_t lanes);

private:
    std::mt19937_64 m_generator;
};

} // namespace profiler
