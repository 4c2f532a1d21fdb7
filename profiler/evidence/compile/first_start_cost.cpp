// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/first_start_cost.h"

#include "profiler/evidence/compile/compile_cost.h"
#include "profiler/evidence/compile/compile_phases.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/process_record.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <string>

namespace profiler {

namespace {

double& at(CompilePartTimes& parts, CompilePart part)
{
    return parts[static_cast<std::size_t>(part)];
}

double sumOfParts(const CompilePartTimes& parts)
{
    return std::accumulate(parts.begin(), parts.end(), 0.0);
}

void scale(CompilePartTimes& parts, double factor)
{
    for (double& part : parts)
        part *= factor;
}

void add(CompilePartTimes& sum, const CompilePartTimes& parts)
{
    for (std::size_t i = 0; i < parts.size(); ++i)
        sum[i] += parts[i];
}

/// Inductor's own time, which holds code generation, which holds the wait for kernels. Autotuning
/// happens in either of the outer two.
void splitInductor(
    CompilePartTimes& parts, double inductor, double generation, double kernels, double autotune)
{
    generation = std::min(generation, inductor);
    kernels = std::min(kernels, generation);
    const double lowering = inductor - generation;
    const double writing = generation - kernels;
    const double inLowering = std::min(autotune, lowering);
    const double inWriting = std::min(autotune - inLowering, writing);
    at(parts, CompilePart::Lowering) = lowering - inLowering;
    at(parts, CompilePart::CodeGeneration) = writing - inWriting;
    at(parts, CompilePart::KernelCompile) = kernels;
    at(parts, CompilePart::Autotune) = inLowering + inWriting;
}

/// As torch told its steps, each without those inside.
CompilePartTimes partsOf(const PhaseTimes& times)
{
    CompilePartTimes parts {};
    for (std::size_t i = 0; i < times.size(); ++i)
        at(parts, partOfPhase(static_cast<CompilePhase>(i))) += static_cast<double>(times[i]);
    return parts;
}

/// One cold process: what its calls of the case paid for compiling, split.
struct PaidOnce {
    double compileNs = 0;
    CompilePartTimes parts {}; ///< add up to compileNs; nothing for the start-up
};

PaidOnce paidBy(const ColdCost& cost, int caseIndex)
{
    PaidOnce paid {.compileNs = cost.compileNs};
    const auto flame = compileFlame(cost.process->compileTraces);
    std::set<std::string> known;
    for (const auto& fact : cost.process->compiles) {
        if (fact.startUp || fact.caseIndex.value_or(caseIndex) != caseIndex)
            continue;
        if (flame.steps.empty())
            add(paid.parts, disjointParts(fact));
        else if (known.insert(fact.compileId).second) // a backward graph has its forward's id
            add(paid.parts, partsOf(phaseTimes(flame, fact.compileId)));
    }
    const double reported = sumOfParts(paid.parts);
    if (reported > paid.compileNs && reported > 0)
        scale(paid.parts, paid.compileNs / reported);
    else
        at(paid.parts, CompilePart::Other) += paid.compileNs - reported;
    return paid;
}

/// The parts of the process in the middle, of both where there are two: they add up to the median.
CompilePartTimes middleParts(std::vector<PaidOnce> paid)
{
    std::ranges::sort(paid, {}, &PaidOnce::compileNs);
    CompilePartTimes parts = paid[paid.size() / 2].parts;
    if (paid.size() % 2 == 0) {
        add(parts, paid[(paid.size() / 2) - 1].parts);
        scale(parts, 0.5);
    }
    return parts;
}

} // namespace

CompilePart partOfPhase(CompilePhase phase)
{
    static constexpr std::array<CompilePart, compilePhases> parts {CompilePart::Tracing,
        CompilePart::Other, CompilePart::AotAutograd, CompilePart::Lowering, CompilePart::Lowering,
        CompilePart::Lowering, CompilePart::CodeGeneration, CompilePart::KernelCompile,
        CompilePart::Autotune, CompilePart::Other, CompilePart::CacheLoad, CompilePart::Other};
    return parts.at(static_cast<std::size_t>(phase));
}

CompilePartTimes disjointParts(const CompileFact& fact)
{
    const auto phase = [&fact](const char* name) {
        const auto found = fact.phases.find(name);
        return found == fact.phases.end()
            ? 0.0
            : std::max(0.0, static_cast<double>(found->second.count()));
    };
    const auto whole = std::max(0.0, static_cast<double>(fact.duration.count()));
    const bool backward = phase("backward") > 0 && phase("dynamo") == 0;
    const double backend = std::min(whole, std::max(phase("aot_autograd"), phase("backward")));
    const double inductor = std::min(phase("inductor"), backend);
    CompilePartTimes parts {};
    if (fact.cache == "hit" && phase("code_generation") == 0) {
        at(parts, CompilePart::CacheLoad) = backend;
    } else {
        splitInductor(
            parts, inductor, phase("code_generation"), phase("triton"), phase("autotune"));
        at(parts, CompilePart::AotAutograd) = backend - inductor;
    }
    at(parts, backward ? CompilePart::AotAutograd : CompilePart::Tracing) += whole - backend;
    return parts;
}

Measured<FirstStartCost> firstStartCost(
    const ComparisonData& data, const VariantResult& variant, int caseIndex, CompileCache cache)
{
    const bool kept = cache == CompileCache::Kept;
    const auto& compile = kept ? variant.compileWarm : variant.compileCold;
    const auto& startUp = kept ? variant.startUpWarm : variant.startUpCold;
    if (!compile)
        return missing(compile.error());
    std::vector<PaidOnce> paid;
    for (const auto& cost : coldCosts(
             data, variant.variant, caseIndex, kept ? ProcessKind::ColdKept : ProcessKind::Cold))
        paid.push_back(paidBy(cost, caseIndex));
    if (paid.empty())
        return missing(ReasonKind::NoColdProcessOfCase);
    const auto total = totalCost(compile, startUp);
    FirstStartCost start {.wallNs = total->medianNs,
        .startUpNs = startUp ? startUp->medianNs : 0,
        .compileNs = compile->medianNs,
        .lowNs = total->minNs,
        .highNs = total->maxNs,
        .cpuNs = total->cpuNs,
        .processes = total->processes};
    start.partsNs = middleParts(std::move(paid));
    at(start.partsNs, CompilePart::StartUp) = start.startUpNs;
    return start;
}

} // namespace profiler
