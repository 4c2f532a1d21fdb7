// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/statistics/busy_spans.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace profiler {

struct ComparisonData;
struct MonitorRows;

/// One counter over time, ascending.
struct CounterSeries {
    std::string name; ///< "cpu_busy_ratio"
    std::vector<std::int64_t> timeNs;
    std::vector<double> value;
};

/// A row of unknown series, or without a number, is left out.
[[nodiscard]] std::vector<CounterSeries> counterSeries(const MonitorRows& rows);

/// nullptr: it was not read.
[[nodiscard]] const CounterSeries* seriesOf(
    const std::vector<CounterSeries>& all, const std::string& name);

/// What a lane did in a repetition: its process as a whole until it was warm, then each block.
struct LaneStretch {
    int variant = 0;
    bool again = false; ///< the second eager lane
    int caseIndex = 0; ///< of a block
    int round = -1; ///< -1: start, compile and warm-up
    std::int64_t calls = 0; ///< timed
    TimeSpan span;

    [[nodiscard]] bool timed() const { return round >= 0; }
};

/// By start. All lanes of one group share the machine, and one of them works at a time.
[[nodiscard]] std::vector<LaneStretch> lanesAtWork(const ComparisonData& data, int repetition);

/// Median of the readings within the spans; a reading stands for the time before it, so the one
/// after the end of a span counts for it too where a span has none.
[[nodiscard]] std::optional<double> medianDuring(
    const CounterSeries& series, std::span<const TimeSpan> spans);

/// Of a rate such as watts: its integral over a span, in seconds times the unit. nullopt: the
/// series does not reach over all of it.
[[nodiscard]] std::optional<double> integralDuring(const CounterSeries& series, TimeSpan span);

} // namespace profiler
