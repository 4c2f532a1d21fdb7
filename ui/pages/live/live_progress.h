// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/interval.h"
#include "ui/comparison/comparison_view.h"
#include "ui/tables/column.h"

#include <optional>
#include <vector>

namespace ui {

/// What is known of one variant while it is recorded. No verdict.
struct LiveProgressRow {
    int variant = 0;
    QString name;
    std::optional<profiler::Interval> ratio;
    std::vector<double> dots; ///< the ratio of each finished process
    QString ratioText; ///< "1.62×", "–"
    QString intervalText; ///< "1.60–1.65"
    QString processes; ///< "2 of 5"
    QString note; ///< "not enough yet"
    QString whyNot; ///< no ratio
};

struct LiveProgress {
    std::vector<LiveProgressRow> rows;
    QString baseline;
    double bandLow = 1;
    double bandHigh = 1;
    std::optional<double> noisePercent;
};

/// `view.caseResult()` must not be null.
[[nodiscard]] LiveProgress liveProgressOf(const ComparisonView& view);

enum class LiveProgressColumn { Name, Bar, Ratio, Processes };

/// In the order of LiveProgressColumn: what is painted can also be read.
[[nodiscard]] std::vector<Column<LiveProgressRow>> liveProgressColumns(const QString& baseline);

} // namespace ui
