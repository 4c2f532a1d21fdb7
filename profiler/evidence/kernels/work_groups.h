// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/kernels/work_details.h"
#include "profiler/evidence/kernels/work_of_variants.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace profiler {

struct LedgerRow;

enum class WorkGrouping { SameWork, Class, Module, SourceLine, Device };

inline constexpr int unknownDevice = -1;

/// What the work of a group has in common; the fields of the other groupings are as they are here.
struct WorkGroup {
    WorkKind kind = WorkKind::Elementwise; ///< of Class
    std::string module; ///< of Module: its path; empty: not known
    std::string file; ///< of SourceLine; empty: not known
    int line = 0;
    int device = unknownDevice; ///< of Device
    std::shared_ptr<const LedgerRow> sameWork; ///< of SameWork
    std::vector<std::size_t> ledgerRows; ///< of SameWork: which rows of the ledger it is
    std::vector<NamedTimes> rows; ///< what of each name belongs here; by change, largest first
    WorkTimes times; ///< sums of the rows

    /// False: of work whose module, line or device no trace knows.
    [[nodiscard]] bool isKnown(WorkGrouping grouping) const;
};

/// All rows of the work, each side's in the parts that its sources, or devices, have of its time
/// under tracing; so all groups together add up to all rows; not of SameWork. By the largest change
/// of any side, the largest first; what is not known stands last. `details` are by side; of a null
/// nothing is known.
[[nodiscard]] std::vector<WorkGroup> groupWork(
    const WorkOfVariants& work, WorkGrouping grouping, std::span<const WorkDetails* const> details);

} // namespace profiler
