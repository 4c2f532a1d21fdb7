// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/timeline/timeline_time.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace profiler {

/// A value that holds from each reading until the next one, such as bytes in use: the largest of
/// any range, at any scale.
class TimelineCurve {
public:
    static constexpr std::size_t blockReadings = 64;

    TimelineCurve() = default;
    /// Time in ns and value, in any order; of several at one moment the last counts.
    explicit TimelineCurve(std::vector<std::pair<std::int64_t, double>> readings);

    [[nodiscard]] bool isEmpty() const { return m_times.empty(); }

    [[nodiscard]] double largest() const { return m_largest; }

    /// nullopt: before the first reading.
    [[nodiscard]] std::optional<double> at(std::int64_t time) const;
    /// The largest within a range; nullopt: it ends before the first reading.
    [[nodiscard]] std::optional<double> largestIn(TimeSpan range) const;
    /// Of columns of equal width (up to a nanosecond) over the range.
    [[nodiscard]] std::vector<std::optional<double>> columns(TimeSpan range, int count) const;

    [[nodiscard]] std::size_t heldBytes() const;

private:
    /// Of the readings from `first` to before `last`; not none.
    [[nodiscard]] double largestOf(std::size_t first, std::size_t last) const;

    std::vector<std::int64_t> m_times; ///< ascending
    std::vector<double> m_values;
    std::vector<double> m_blocks; ///< the largest of each 64
    double m_largest = 0;
};

} // namespace profiler
