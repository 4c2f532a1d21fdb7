// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_data.h"
#include "profiler/model/result.h"

#include <optional>
#include <string>
#include <vector>

/// What leaving a graph costs, from the times at which the compiled graphs of traced calls ran.
namespace profiler {

/// Of one measured call, 95 % interval over the traced calls.
struct CostPerCall {
    double estimateNs = 0;
    double lowNs = 0;
    double highNs = 0;

    bool operator==(const CostPerCall&) const = default;
};

/// What one break costs on the host: from the end of its graph to the start of the next, and what
/// the next graph costs by being one of its own. All its passes in a call together. It is a lower
/// bound: what fusion across the break would save is told apart.
struct BreakCost {
    std::string file;
    int line = 0;
    std::string id; ///< key of a break: (file, line, id)
    CostPerCall host;
    double passes = 0; ///< of a call
    std::optional<double> crossingNs; ///< to write and read what crosses; nullopt: not known
};

struct BreakCosts {
    std::vector<BreakCost> breaks; ///< dearest first
    CostPerCall all; ///< the sum of `breaks`; of all gaps between graphs where no record names one
    int calls = 0; ///< that were traced
    /// What the times were multiplied by: how much faster the calls that were timed are than those
    /// of the trace, which one process made at another moment. 1: not known.
    double scale = 1;
};

/// Missing with the reason: no trace, no constants, no break. `medianNs` is that of the calls that
/// were timed, where there are any.
[[nodiscard]] Measured<BreakCosts> breakCosts(const ComparisonData& data, int variant,
    int caseIndex, std::optional<double> medianNs = std::nullopt);

/// Of every case, in plan order, each with its own median.
[[nodiscard]] std::vector<Measured<BreakCosts>> breakCostsByCase(
    const ComparisonData& data, int variant);

/// Breaks that somebody would begin with: "the top 3".
inline constexpr int topBreaks = 3;

/// How much faster a call of `medianNs` gets without its `count` dearest breaks.
struct GainOfFixing {
    int count = 0;
    double estimate = 1; ///< times faster
    double low = 1;
    double high = 1;
};

/// nullopt: there are no breaks, or they cost more than the call takes.
[[nodiscard]] std::optional<GainOfFixing> gainOfFixing(
    const BreakCosts& costs, int count, double medianNs);

[[nodiscard]] const BreakCost* costOf(
    const BreakCosts& costs, const std::string& file, int line, const std::string& id);

/// What a call of one case spends on something.
struct CostInCase {
    int caseIndex = 0;
    CostPerCall cost;

    bool operator==(const CostInCase&) const = default;
};

/// What one break costs in each case that passes it, dearest first; empty: not known.
[[nodiscard]] std::vector<CostInCase> costsOf(const std::vector<Measured<BreakCosts>>& byCase,
    const std::string& file, int line, const std::string& id);

} // namespace profiler
