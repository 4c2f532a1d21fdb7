// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/ledger/eager_sites.h"
#include "profiler/evidence/ledger/ledger_row.h"
#include "profiler/evidence/ledger/work_pieces.h"

#include <cstddef>
#include <map>
#include <vector>

namespace profiler {

struct GeneratedCode;
struct TraceRows;

/// A row and which part of a piece's time it has.
struct RowShare {
    std::size_t row = 0;
    double ratio = 1;
};

/// The rows of a ledger without times yet, and in which of them each piece of work belongs.
struct PlacedWork {
    std::vector<LedgerRow> rows;
    /// Of each piece: most have one row, none where nothing in the piece computes. The first row
    /// has what the others leave.
    std::vector<std::vector<RowShare>> eager;
    std::vector<std::vector<RowShare>> compiled;
    PieceSites eagerSites;
    PieceSites compiledSites;
    /// By row: how many operators of the compiled graph were called there.
    std::map<std::size_t, std::map<WorkSite, int>> codeSites;
};

[[nodiscard]] PlacedWork placeWork(const WorkPieces& eager, const TraceRows& eagerRows,
    const WorkPieces& compiled, const TraceRows& compiledRows,
    const std::vector<GeneratedCode>& codes);

} // namespace profiler
