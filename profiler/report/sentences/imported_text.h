// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/report/text/emphasis.h"

#include <string>
#include <vector>

/// Words about what other tools recorded: the conclusion is the same in the window, on the command
/// line and in reports.
namespace profiler {

enum class ComparisonKind;
struct ComparisonResult;
struct TraceDifference;

/// "Trace difference", "Trace", "Compile log", "Memory snapshot".
[[nodiscard]] std::string importedWord(ComparisonKind kind);

/// "From mi300 to h100: +4.40 ms a step (12.3 → 16.7 ms; one step each, profiler on): copies
/// +4.00 ms, GEMM/attn/conv −4.60 ms." Of a single file what it is made of.
[[nodiscard]] std::string importedSentence(
    const ComparisonResult& result, int variant, Emphasis emphasis = Emphasis::None);

/// One of the traces at least has no ProfilerStep and counts as a whole.
[[nodiscard]] bool holdsWholeTraces(const ComparisonResult& result);

/// What a time is of: "call" of a recording, "step", "trace" where one is whole.
[[nodiscard]] std::string importedUnit(const ComparisonResult& result);
/// "one step", "whole trace", "step or trace".
[[nodiscard]] std::string importedTimeHeading(const ComparisonResult& result);

/// Of the TORCH_TRACE log of a variant alone: compiles, breaks, recompiles, caches.
[[nodiscard]] std::string importedCompileSentence(
    const ComparisonResult& result, int variant, Emphasis emphasis = Emphasis::None);

/// The peaks that the files of a variant tell.
[[nodiscard]] std::string importedMemorySentence(
    const ComparisonResult& result, int variant, Emphasis emphasis = Emphasis::None);

/// What such a file cannot tell, in one quiet line.
[[nodiscard]] std::string importedLimits(const ComparisonResult& result);

/// The difference of a variant to the first one; null: it cannot be taken.
[[nodiscard]] const TraceDifference* differenceOf(const ComparisonResult& result, int variant);

/// What is known of the files, a row each; missing cells are dashes with their reason.
struct ImportedCell {
    std::string text;
    std::string reason; ///< of a dash
};

struct ImportedRow {
    int variant = 0;
    std::vector<ImportedCell> cells; ///< as the columns are
};

struct ImportedTable {
    std::vector<std::string>
        columns; ///< the first is the name; those that no row fills are left out
    std::vector<ImportedRow> rows;
};

[[nodiscard]] ImportedTable importedTable(const ComparisonResult& result);

/// Where to look next.
enum class NextLook { Kernels, Timeline, Gpu, GraphBreaks, CompileTime, Memory };

struct NextStep {
    NextLook look = NextLook::Kernels;
    std::string sentence;
};

/// By what they may explain, most first.
[[nodiscard]] std::vector<NextStep> importedNextSteps(const ComparisonResult& result, int variant);

} // namespace profiler
