// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/kernels/work_groups.h"
#include "profiler/evidence/kernels/work_of_variants.h"
#include "ui/comparison/ledger_reader.h"

#include <QString>

#include <cstddef>
#include <optional>
#include <set>
#include <vector>

namespace ui {

/// A row of the ledger by places: a file, a line of it or a module, below it what it calls.
struct WorkBranch {
    QString id; ///< empty: a row that cannot be chosen, between lines
    QString name;
    QString quiet;
    QString reason;
    int depth = 0;
    int line = 0; ///< of the source, stands before its text
    std::optional<bool> open; ///< there is something below it
    bool code = false; ///< in the font of code
    bool muted = false; ///< of lines without work
    bool strong = false;
    bool countsTimes = false;
    profiler::WorkTimes times; ///< of the baseline and the variant; empty: no work
    std::vector<std::size_t> rows; ///< of the ledger
};

/// What is open while nobody chose it.
[[nodiscard]] std::set<QString> openAtFirst(
    const LedgerReading& reading, profiler::WorkGrouping grouping);

/// By module or source line, from the top down; what is not open has nothing below it.
[[nodiscard]] std::vector<WorkBranch> ledgerBranches(
    const LedgerReading& reading, profiler::WorkGrouping grouping, const std::set<QString>& open);

} // namespace ui
