// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/interval.h"
#include "profiler/statistics/violin.h"
#include "ui/comparison/comparison_view.h"
#include "ui/tables/column.h"
#include "ui/theme/tokens.h"

#include <QString>

#include <optional>
#include <vector>

namespace profiler {
struct Throughput;
enum class Verdict;
} // namespace profiler

namespace ui {

/// One variant of the forest: numbers to draw and sort by, text to read.
struct ForestRow {
    int variant = 0;
    QString name;
    std::optional<profiler::Violin> violin;
    std::optional<double> medianNs;
    std::optional<double> p99Ns;
    std::optional<profiler::Interval> ratio; ///< absent: the baseline, and where none may be shown
    bool ratioDoubtful = false; ///< drawn muted: undecided, no difference, results differ
    bool ratioProvisional = false; ///< dashed bracket: fewer processes than a verdict needs
    std::optional<double> perSecond;
    QString median;
    QString p99;
    QString ratioText; ///< "1.63×"
    QString intervalText; ///< "(1.62–1.64)"
    QString throughput;
    QString verdict; ///< "faster, recommended"
    QString shortVerdict; ///< "recommended": where rows are low
    QString note;
    Status status = Status::Neutral;
    std::optional<Status> noteStatus;
    QString whyNoTime; ///< tooltips of what is missing
    QString whyNoRatio;
    QString whyNoP99;
};

struct Forest {
    std::vector<ForestRow> rows; ///< in plan order
    QString timeUnit; ///< "ms", of the time columns
    double nsPerUnit = 1e6;
    QString baseline; ///< its name
    QString throughputUnit; ///< "images/s"
    QString bandText; ///< "±3 %, too small to matter"
    double bandLow = 1; ///< ratios; between them a difference is too small to matter
    double bandHigh = 1;
};

/// `view.caseResult()` must not be null.
[[nodiscard]] Forest forestOf(const ComparisonView& view);

enum class ForestColumn { Name, Times, Median, P99, Bar, Ratio, Throughput, Verdict };

/// The forest as a table, in the order of ForestColumn: what is painted can also be read, sorted
/// and copied.
[[nodiscard]] std::vector<Column<ForestRow>> forestColumns(const Forest& forest);

} // namespace ui
