// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/work_comparison.h"
#include "ui/models/comparison_view.h"
#include "ui/parts/data_model.h"
#include "ui/theme/shapes.h"

#include <QString>

#include <optional>
#include <set>
#include <vector>

namespace ui {

/// How the table of work is arranged.
struct WorkArrangement {
    bool grouped = true; ///< by class
    std::set<profiler::WorkKind> open; ///< classes whose rows are shown
    QString filter; ///< of names and classes; not empty: rows alone, ungrouped
};

/// What stands before a name, and how the change of its row is drawn.
struct WorkSign {
    std::optional<WorkClass> workClass;
    std::optional<IdlePattern> pattern;
    std::optional<bool> open; ///< a group's: a chevron shows it
    bool child = false; ///< of the group above
    double change = 0; ///< share of the largest change on the page, -1 to 1
    Status status = Status::Neutral; ///< of the bar
};

struct WorkContents {
    DataContent table; ///< a group's key is its WorkKind
    std::vector<WorkSign> signs; ///< by row
    int shown = 0; ///< rows of work in the table
    int all = 0;
};

/// Columns of the table.
enum WorkColumn {
    NameColumn,
    ClassColumn,
    BaselineTimes,
    VariantTimes,
    BaselineNs,
    VariantNs,
    ChangeColumn
};

[[nodiscard]] WorkContents workContents(const ComparisonView& view,
    const profiler::WorkComparison& work, const WorkArrangement& arrangement);

/// The class whose change is largest: what is open at first.
[[nodiscard]] std::set<profiler::WorkKind> largestClass(const profiler::WorkComparison& work);

} // namespace ui
