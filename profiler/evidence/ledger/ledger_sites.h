// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/ledger/ledger_row.h"
#include "profiler/evidence/ledger/placed_work.h"
#include "profiler/evidence/ledger/work_pieces.h"

#include <vector>

namespace profiler {

/// Fills in where the work of each row was called.
void addSites(std::vector<LedgerRow>& rows, const PlacedWork& placed, const WorkPieces& eager,
    const WorkPieces& compiled);

} // namespace profiler
