// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/compile/compile_phase.h"
#include "profiler/evidence/compile/payback_series.h"

#include <array>

namespace profiler {

struct ComparisonData;
struct CompileFact;

/// Where the time of a first start goes, in the order in which it happens. Disjoint.
enum class CompilePart {
    StartUp, ///< the throw-away compile: what Inductor itself costs a process once
    Tracing, ///< Dynamo reads the Python code
    AotAutograd, ///< joint graph, decompositions, passes over the graph
    Lowering, ///< Inductor's graph passes, lowering and scheduling
    CodeGeneration,
    KernelCompile, ///< waiting for the compilers of the kernels
    Autotune,
    CacheLoad, ///< reading what an earlier process compiled
    Other, ///< guards, first runs of kernels, what torch does not tell apart
};
inline constexpr std::size_t compileParts = 9;

/// Nanoseconds by CompilePart.
using CompilePartTimes = std::array<double, compileParts>;

/// Where the time of a phase is counted.
[[nodiscard]] CompilePart partOfPhase(CompilePhase phase);

/// torch's phases nest; these do not: they add up to the duration of the compile.
[[nodiscard]] CompilePartTimes disjointParts(const CompileFact& fact);

/// What a variant's first start costs in one case: the judged start-up and compile, split.
struct FirstStartCost {
    double wallNs = 0; ///< the total: start-up + compile, each the median shown elsewhere
    double startUpNs = 0;
    double compileNs = 0;
    double lowNs = 0; ///< smallest and largest of the cold processes
    double highNs = 0;
    std::optional<double> cpuNs; ///< of the process and its children
    int processes = 0;
    CompilePartTimes partsNs {}; ///< add up to wallNs
};

[[nodiscard]] Measured<FirstStartCost> firstStartCost(
    const ComparisonData& data, const VariantResult& variant, int caseIndex, CompileCache cache);

} // namespace profiler
