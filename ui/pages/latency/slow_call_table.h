// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/latency/slow_calls.h"
#include "ui/tables/data_model.h"

#include <string>

namespace ui {

/// The slowest outliers with cause, place and what to do; a row's key is its place in the list. A
/// page shows no thousand of them: how many are left out stands in the caption.
[[nodiscard]] DataContent slowCallTable(
    const profiler::SlowCallList& slow, const profiler::Plan& plan);

/// The compile that made the call slow: "0/0"; empty: another cause, or nothing tells which.
[[nodiscard]] std::string compileOf(const profiler::SlowCall& call);

/// "12 outliers: recompile 96 %, unattributed 4 %"; of the time above the median.
[[nodiscard]] QString slowCallCaption(const profiler::SlowCallList& slow);

} // namespace ui
