// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/breaks/break_cost.h"
#include "profiler/evidence/breaks/break_sites.h"
#include "profiler/evidence/device/device_gaps.h"
#include "profiler/report/sentences/verdict_notes.h"
#include "profiler/report/sentences/verdict_sentence.h"

#include <optional>
#include <string>
#include <vector>

/// What is said about graph breaks, on every page alike.
namespace profiler {

struct CaseResult;
struct ComparisonData;
struct ComparisonResult;
struct VariantResult;

/// Of one variant in one case.
struct BreakCounts {
    int unwanted = 0; ///< breaks that nobody asked for and torch does not have by design
    std::optional<double> passesOfCall; ///< nullopt: of one break it is not known
};

[[nodiscard]] BreakCounts breakCounts(
    const ComparisonData& data, int variant, int caseIndex, const std::vector<BreakPlace>& places);

/// One sentence over all: how many graph breaks a variant has, what was recompiled.
struct BreaksHeadline {
    Mark mark = Mark::Neutral;
    std::string sentence; ///< with ** around what matters
    std::string note; ///< variant, case, graphs of a call; where the cost is from, or why not
    bool namesVariant = true; ///< the sentence does
};

[[nodiscard]] BreaksHeadline breaksHeadline(const ComparisonResult& result,
    const CaseResult& caseResult, const VariantResult& variant,
    const std::vector<Recompile>& recompiles, const std::vector<GraphPiece>& graphs,
    const BreakCounts& counts);

/// "print() in the measured call": the reason in plain words; torch's own words where it is new.
[[nodiscard]] std::string breakTitle(const GraphBreak& found);

/// "vit/head.py:83": the file with its folder.
[[nodiscard]] std::string placeText(const std::string& file, int line);

/// Why a break has no cost here, with the remedy.
[[nodiscard]] std::string whyNoBreakCost(const Reason& reason);

/// How the cost of a break was had and what is not in it.
[[nodiscard]] std::string breakCostText(
    const BreakCost& cost, int calls, CostSide side = CostSide::Host);

/// "3 times a call", "not passed in a steady call", "times a call not known".
[[nodiscard]] std::string passesText(const std::optional<double>& perCall);

} // namespace profiler
