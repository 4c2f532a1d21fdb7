// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/comparison_view.h"
#include "ui/pages/compile/compile_evidence.h"
#include "ui/tables/data_model.h"

#include <optional>

namespace ui {

/// "Paid back after": every visible variant with a cold and a warm cache, keyed by variant.
[[nodiscard]] DataContent paybackTable(const ComparisonView& view, const CompileEvidence& evidence,
    std::optional<std::int64_t> horizon);

/// What the focused variant compiled, graph by graph.
[[nodiscard]] DataContent graphsTable(
    const ComparisonView& view, const std::vector<profiler::CompileFact>& graphs);

} // namespace ui
