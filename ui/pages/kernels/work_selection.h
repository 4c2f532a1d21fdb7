// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/duration_series.h"
#include "ui/comparison/ledger_reader.h"
#include "ui/pages/kernels/work_reader.h"
#include "ui/pages/kernels/work_rows.h"

namespace ui {

/// What is told of the row that is chosen.
struct WorkSelection {
    QString heading; ///< short name, or what a group has in common
    QString words; ///< its class, which side alone has it
    QString name; ///< whole; empty: a group
    DataContent figures; ///< of a call, side by side
    DataContent everywhere; ///< times in every variant shown; no rows: there are but two
    QString sources; ///< where it was called from, line by line; empty: a group, or not known
    QString noSources; ///< why not
    QString origin; ///< of the code: graph, handle and line; empty: none is known
    QString profiler; ///< command line for a deeper look; empty: there is none on this device
    QString code; ///< that Inductor wrote of a group's kernel; empty: none is known
    DurationSeries durations; ///< of a name
    QString durationNote; ///< how many there are, and their medians
    std::vector<std::size_t> ledgerRows; ///< of the same work on both sides; empty: of a name
    std::optional<int> shownIn; ///< variant in whose timeline it is looked for; nullopt: a group
};

/// Everything that the selection is taken from.
struct WorkFacts {
    const ComparisonView& view;
    const profiler::WorkOfVariants& shown; ///< in the table
    const profiler::WorkOfVariants& everywhere; ///< all variants that are not hidden
    const WorkArrangement& arrangement;
    const WorkReading& reading; ///< of what was read until now
    const LedgerReading* ledger = nullptr; ///< null: not asked for, or not read yet
};

/// nullopt: there is no such group or name.
[[nodiscard]] std::optional<WorkSelection> workSelection(
    const WorkFacts& facts, const WorkChoice& choice);

} // namespace ui
