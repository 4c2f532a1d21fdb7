// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/gpu/device_facts.h"

#include <QString>

#include <optional>
#include <vector>

/// One repetition of counters, ready to be drawn: seconds from the start of its first lane.
namespace ui {

struct LaneBlock {
    int variant = 0;
    bool again = false;
    bool timed = false;
    double from = 0;
    double to = 0;
    QString label; ///< of what is not timed: "default: warm-up"
};

struct CounterRow {
    QString title;
    QString unit;
    std::vector<double> seconds;
    std::vector<double> values; ///< in the unit
    double low = 0; ///< of its axis
    double high = 1;
    bool filled = true; ///< from 0: a share, a power
    QString missing; ///< instead of a line: why there is none
    QString timedMedian; ///< "98.2 %", of the variant in focus; empty: unknown
};

struct CounterBand {
    double from = 0;
    double to = 0;
    QString reason;
};

/// A stretch of the x axis.
struct CounterWindow {
    double from = 0;
    double to = 1;
};

struct CounterView {
    int focus = 0; ///< whose timed medians
    QString whole; ///< "41 s: warm-up of each lane in turn, then 10 rounds"
    CounterWindow all;
    std::optional<CounterWindow> round; ///< one of the middle, drawn closer
    QString roundName; ///< "round 6, closer"
    std::vector<LaneBlock> lanes;
    std::vector<CounterRow> rows;
    std::vector<CounterBand> bands;
    QString foot; ///< what held the clocks back, and whether a timed block was hit
    bool footWarns = false;
};

/// nullopt: nothing was read in that repetition.
[[nodiscard]] std::optional<CounterView> counterView(
    const ComparisonView& view, const DeviceFacts& facts, int repetition);

} // namespace ui
