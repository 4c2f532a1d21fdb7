// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/kernels/work_groups.h"
#include "profiler/evidence/ledger/ledger.h"

#include <memory>
#include <vector>

namespace profiler {

/// The work of a baseline and one variant in the rows of their ledger: each name's time in the
/// parts that the rows have of it, so that all groups together add up to all rows. Hidden work is
/// one group for each kind. By change, the largest first.
[[nodiscard]] std::vector<WorkGroup> groupSameWork(
    const WorkOfVariants& work, const std::shared_ptr<const Ledger>& ledger);

} // namespace profiler
