// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/lanes/lanes.h"

#include <map>
#include <tuple>
#include <vector>

namespace profiler {

/// A comparison with its lanes: each series is made when it is first asked for, and once for all
/// that is judged or drawn of it. The data must outlive it; it is for one thread.
class JudgeInput {
public:
    // NOLINTNEXTLINE(google-explicit-constructor): data alone do where one series is drawn
    JudgeInput(const ComparisonData& data)
        : m_data(&data)
    {
    }

    [[nodiscard]] const ComparisonData& data() const { return *m_data; }

    /// Every paired process of the series, in the order started; a repetition that was tried again
    /// has several.
    [[nodiscard]] const std::vector<Lane>& attempts(const LaneKey& key) const;
    /// One for each repetition: the last steady one, else the last one.
    [[nodiscard]] std::vector<Lane> repetitions(const LaneKey& key) const;
    /// Those whose timed calls count.
    [[nodiscard]] std::vector<Lane> steady(const LaneKey& key) const;

private:
    using Series = std::tuple<int, int, Clock, bool>;

    const ComparisonData* m_data;
    mutable std::map<Series, std::vector<Lane>> m_attempts;
};

} // namespace profiler
