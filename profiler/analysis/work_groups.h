// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/analysis/work_comparison.h"
#include "profiler/analysis/work_details.h"

#include <string>
#include <vector>

namespace profiler {

enum class WorkGrouping { Class, Module, SourceLine };

/// What the work of a group has in common; the fields of the other groupings are as they are here.
struct WorkGroup {
    WorkKind kind = WorkKind::Elementwise; ///< of Class
    std::string module; ///< of Module: its path; empty: not known
    std::string file; ///< of SourceLine; empty: not known
    int line = 0;
    std::vector<NamedWork> rows; ///< what of each name belongs here; by change, largest first
    WorkPair time; ///< sums of the rows

    /// False: of work whose module or line no trace knows.
    [[nodiscard]] bool isKnown(WorkGrouping grouping) const;
};

/// All rows of the comparison, each in the parts that its sources have of its time under tracing;
/// so all groups together add up to all rows. By change, the largest first in either direction;
/// what is not known stands last. Details of a side may be null: nothing is known of it then.
[[nodiscard]] std::vector<WorkGroup> groupWork(const WorkComparison& work, WorkGrouping grouping,
    const WorkDetails* baseline, const WorkDetails* variant);

} // namespace profiler
