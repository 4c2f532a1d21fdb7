// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/break_costs.h"
#include "profiler/model/reason.h"

#include <optional>
#include <string>
#include <vector>

/// What leaving a graph costs, from the times at which the compiled graphs of traced calls ran.
namespace profiler {

struct ComparisonData;

/// Missing with the reason: no trace, no constants, no break. `medianNs` is that of the calls that
/// were timed, where there are any.
[[nodiscard]] Measured<BreakCosts> breakCosts(const ComparisonData& data, int variant,
    int caseIndex, std::optional<double> medianNs = std::nullopt);

/// Of every case, in plan order, each with its own median.
[[nodiscard]] std::vector<Measured<BreakCosts>> breakCostsByCase(
    const ComparisonData& data, int variant);

/// Breaks that somebody would begin with: "the top 3".
inline constexpr int topBreaks = 3;

/// nullopt: there are no breaks, or they cost more than the call takes.
[[nodiscard]] std::optional<GainOfFixing> gainOfFixing(
    const BreakCosts& costs, int count, double medianNs);

[[nodiscard]] const BreakCost* costOf(
    const BreakCosts& costs, const std::string& file, int line, const std::string& id);

/// What one break costs in each case that passes it, dearest first; empty: not known.
[[nodiscard]] std::vector<CostInCase> costsOf(const std::vector<Measured<BreakCosts>>& byCase,
    const std::string& file, int line, const std::string& id);

} // namespace profiler
