// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/break_costs.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Where compiled calls leave their graph and what was recompiled, for a page that shows all
/// variants of a case.
namespace profiler {

struct ComparisonData;
struct FailedGuard;
struct SourceFrame;

struct BreakInVariant {
    int variant = 0;
    int records = 0;
    std::optional<double> perCall; ///< nullopt without an observed call
};

/// One place over all variants that break there.
struct BreakPlace {
    GraphBreak shown; ///< the one of the variant asked for, else of the first that has it
    std::vector<BreakInVariant> variants; ///< in plan order

    [[nodiscard]] const BreakInVariant* in(int variant) const;
};

/// Those of `focus` first, in the order in which a call comes to them; then those that only other
/// variants have. A place's number on every page is its position here, from 1.
[[nodiscard]] std::vector<BreakPlace> breakPlaces(
    const ComparisonData& data, int caseIndex, int focus);

/// The function was recompiled because a guard failed.
struct Recompile {
    std::string compileId;
    std::string guard; ///< the expression that failed; may be empty
    std::string reason;
    std::string function;
    std::string file;
    int line = 0;
    std::optional<double> durationNs;
    std::optional<int> caseIndex; ///< whose call caused it
};

/// Of the process that speaks for the variant, all cases, in the order compiled.
[[nodiscard]] std::vector<Recompile> recompilesOf(const ComparisonData& data, int variant);

/// One compiled graph that a call runs, once or several times in a row.
struct GraphPiece {
    std::string compileId;
    std::string function;
    std::optional<std::int64_t> operators;
    int times = 1; ///< runs in a row; in the whole call where that would be too many pieces
    std::optional<int> endsAt; ///< index into the places: the break at which it ends
};

/// Graphs of one call of the case in their order (graph_order.h), without those that hold no
/// operator; empty when no call was observed.
[[nodiscard]] std::vector<GraphPiece> graphsOfCall(
    const ComparisonData& data, int variant, int caseIndex, const std::vector<BreakPlace>& places);

/// Where the user's own code called into the library that holds the place; null where the place is
/// the user's own, or no stack was stored.
[[nodiscard]] const SourceFrame* callerOf(
    const ComparisonData& data, const std::string& file, int line);

/// What had changed; from torch's reason if it named no guard.
[[nodiscard]] FailedGuard failedGuard(const Recompile& recompile);

} // namespace profiler
