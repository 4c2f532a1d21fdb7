// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/analysis/comparison_result.h"

#include <optional>
#include <string>
#include <vector>

/// Where compiled calls leave their graph and what was recompiled, for a page that shows all
/// variants of a case.
namespace profiler {

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

/// Those of `focus` first, by passes of a call; then those that only other variants have.
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

/// One compiled graph that a call runs, in the order compiled.
struct GraphPiece {
    std::string compileId;
    std::string function;
    std::optional<std::int64_t> operators;
    int times = 1; ///< runs in one call
    std::optional<int> endsAt; ///< index into the places: the break at which it ends
};

/// Graphs of one observed call of the case; empty when no call was observed.
[[nodiscard]] std::vector<GraphPiece> graphsOfCall(
    const ComparisonData& data, int variant, int caseIndex, const std::vector<BreakPlace>& places);

/// The source stored for a place; null where none was.
[[nodiscard]] const SourceFact* sourceAt(
    const ComparisonData& data, const std::string& file, int line);

} // namespace profiler
