// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/compile/first_start_cost.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/report/sentences/verdict_sentence.h"

#include <span>
#include <string>
#include <vector>

/// Words of the Compile time page.
namespace profiler {

struct CaseResult;
struct ComparisonResult;

[[nodiscard]] std::string compilePartName(CompilePart part); ///< "code generation"
/// What is counted there, in a sentence.
[[nodiscard]] std::string compilePartMeaning(CompilePart part);

/// What is meant by compile, start-up and total, in a line: beside every table that shows them.
[[nodiscard]] std::string compileCostMeaning();
/// "12.0 s compile + 24.5 s start-up"; the compile alone where there is no start-up.
[[nodiscard]] std::string compileSumText(
    const CompileCost& compile, const Measured<CompileCost>& startUp);

/// What a variant costs with each cache.
struct FirstStartCosts {
    Measured<FirstStartCost> cold = missing(ReasonKind::NotRecorded);
    Measured<FirstStartCost> warm = missing(ReasonKind::NotRecorded);
};

/// "reduce-overhead costs 24.8 s once (3.100 s with a warm cache), pays back after 3 490 calls,
/// 64.0 s."
[[nodiscard]] std::string compileSentence(const VariantResult& variant,
    const FirstStartCosts& starts, Emphasis emphasis = Emphasis::None);

/// Below it: what the horizon makes of it, what was measured.
[[nodiscard]] std::string compileNote(const ComparisonResult& result, const CaseResult& caseResult,
    const VariantResult& variant, const FirstStartCosts& starts);

/// "20.9–22.4 s"; "1 process".
[[nodiscard]] std::string firstStartRange(const FirstStartCost& start);

/// Of a log without cold processes: "default compiled 3 graphs in 8.540 s; …".
[[nodiscard]] std::string graphsSentence(
    const std::string& name, const std::vector<CompileFact>& graphs, Emphasis emphasis);

/// Where a kept cache changes which variant is best at the goal's horizon; empty: nowhere.
[[nodiscard]] std::string rankingNote(const ComparisonResult& result, const CaseResult& caseResult);

/// Parts of a whole as people read them: rounded together, so that what is read adds up.
struct PartsText {
    std::vector<std::string> parts; ///< without unit
    std::string whole; ///< without unit
    std::string unit; ///< "s"
};

/// The whole is written as `formatDuration` writes it; the parts get its unit and its places.
[[nodiscard]] PartsText partsText(std::span<const double> partsNs, double wholeNs);

} // namespace profiler
