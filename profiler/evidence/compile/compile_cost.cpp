// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/compile_cost.h"

#include "profiler/evidence/engines/programs.h"
#include "profiler/evidence/lanes/lanes.h"
#include "profiler/evidence/lanes/missing_process.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/process_record.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>

namespace profiler {

namespace {

struct WarmUpCall {
    double ns = 0;
    bool compiled = false;
};

/// A case's warm-up comes in pieces; together they are one series.
std::vector<WarmUpCall> warmUpCalls(const ProcessRecord& process, int caseIndex)
{
    std::vector<WarmUpCall> calls;
    for (const auto& block : process.blocks) {
        if (block.kind != BlockKind::WarmUp || block.caseIndex != caseIndex)
            continue;
        for (std::size_t i = 0; i < block.wallNs.size(); ++i) {
            const bool compiled = i < block.compiled.size() && block.compiled[i] != 0;
            if (block.wallNs[i] > 0)
                calls.push_back({static_cast<double>(block.wallNs[i]), compiled});
        }
    }
    return calls;
}

std::size_t steadyFrom(
    const ProcessRecord& process, int caseIndex, const std::vector<WarmUpCall>& calls)
{
    for (auto fact = process.steady.rbegin(); fact != process.steady.rend(); ++fact) {
        if (fact->caseIndex == caseIndex && fact->steady && fact->steadyFrom >= 0
            && static_cast<std::size_t>(fact->steadyFrom) < calls.size())
            return static_cast<std::size_t>(fact->steadyFrom);
    }
    return calls.size() / 2;
}

double steadyNs(const std::vector<WarmUpCall>& calls, std::size_t from)
{
    std::vector<double> steady;
    for (std::size_t i = from; i < calls.size(); ++i) {
        if (!calls[i].compiled)
            steady.push_back(calls[i].ns);
    }
    if (const auto middle = median(steady))
        return *middle;
    // Cut short before anything was steady: the fastest call is the best guess, and a low one.
    return std::ranges::min_element(calls, {}, &WarmUpCall::ns)->ns;
}

template <typename Wanted>
double phasesNs(const ProcessRecord& process, Wanted wanted)
{
    double sum = 0;
    for (const auto& phase : process.phases)
        sum += wanted(phase) ? static_cast<double>(phase.wall.count()) : 0;
    return sum;
}

double startUpNs(const ProcessRecord& process)
{
    return phasesNs(process, [](const PhaseFact& phase) { return phase.phase == "start_up"; });
}

/// Of a variant whose program is made before its first call: exporting, compiling and saving it.
double packageNs(const ProcessRecord& process)
{
    return phasesNs(
        process, [](const PhaseFact& phase) { return phase.phase.starts_with(programStepPrefix); });
}

/// The worker reports CPU time of the process and its children for each phase.
template <typename Wanted>
std::optional<double> phaseCpuNs(const ProcessRecord& process, Wanted wanted)
{
    std::optional<double> sum;
    for (const auto& phase : process.phases) {
        if (phase.cpu && wanted(phase))
            sum = sum.value_or(0) + static_cast<double>(phase.cpu->count());
    }
    return sum;
}

std::optional<double> firstCallCpuNs(const ProcessRecord& process, int caseIndex)
{
    return phaseCpuNs(process, [caseIndex](const PhaseFact& phase) {
        return phase.caseIndex == caseIndex && phase.phase.ends_with("first_call");
    });
}

std::optional<double> startUpCpuNs(const ProcessRecord& process)
{
    return phaseCpuNs(process, [](const PhaseFact& phase) { return phase.phase == "start_up"; });
}

ColdCost costOf(const ProcessRecord& process, int caseIndex, const std::vector<WarmUpCall>& calls)
{
    const auto from = steadyFrom(process, caseIndex, calls);
    const double steady = steadyNs(calls, from);
    ColdCost cost {.process = &process,
        .startUpNs = startUpNs(process),
        .cpuNs = firstCallCpuNs(process, caseIndex),
        .startUpCpuNs = startUpCpuNs(process)};
    for (std::size_t i = 0; i < calls.size(); ++i) {
        if (calls[i].compiled) {
            cost.compiled = true;
            cost.compileNs += calls[i].ns - steady;
        }
        if (i < from || calls[i].compiled)
            cost.extraNs += calls[i].ns - steady;
    }
    if (const double made = packageNs(process); made > 0) {
        cost.compiled = true;
        cost.compileNs += made;
        cost.extraNs += made;
    }
    cost.compileNs = std::max(cost.compileNs, 0.0);
    return cost;
}

} // namespace

std::vector<ColdCost> coldCosts(
    const ComparisonData& data, int variant, int caseIndex, ProcessKind kind)
{
    std::vector<ColdCost> costs;
    for (const auto& process : data.processes) {
        if (process.start.kind != kind || process.start.variant != variant
            || !servesCase(process, caseIndex) || !process.end
            || process.end->outcome != ProcessOutcome::Finished)
            continue;
        const auto calls = warmUpCalls(process, caseIndex);
        if (!calls.empty())
            costs.push_back(costOf(process, caseIndex, calls));
    }
    return costs;
}

std::optional<CompileCost> compileCostOf(const std::vector<double>& ns)
{
    const auto middle = median(ns);
    if (!middle)
        return std::nullopt;
    return CompileCost {.medianNs = *middle,
        .minNs = *std::ranges::min_element(ns),
        .maxNs = *std::ranges::max_element(ns),
        .processes = static_cast<int>(ns.size())};
}

Measured<CompileCost> totalCost(
    const Measured<CompileCost>& compile, const Measured<CompileCost>& startUp)
{
    if (!compile || !startUp)
        return compile;
    CompileCost total = *compile;
    total.medianNs += startUp->medianNs;
    total.minNs += startUp->minNs;
    total.maxNs += startUp->maxNs;
    if (!compile->cpuNs || !startUp->cpuNs)
        total.cpuNs = std::nullopt;
    else
        total.cpuNs = *compile->cpuNs + *startUp->cpuNs;
    return total;
}

CompileCosts compileCosts(const ComparisonData& data, int variant, int caseIndex, ProcessKind kind)
{
    const auto costs = coldCosts(data, variant, caseIndex, kind);
    if (costs.empty()) {
        const auto reason = whyNoProcess(data, variant, kind);
        return {.compile = missing(reason), .startUp = missing(reason)};
    }
    std::vector<double> compile;
    std::vector<double> startUp;
    std::vector<double> cpu;
    std::vector<double> startUpCpu;
    for (const auto& cost : costs) {
        compile.push_back(cost.compileNs);
        if (cost.startUpNs > 0)
            startUp.push_back(cost.startUpNs);
        if (cost.cpuNs)
            cpu.push_back(*cost.cpuNs);
        if (cost.startUpCpuNs)
            startUpCpu.push_back(*cost.startUpCpuNs);
    }
    CompileCosts result {.compile = *compileCostOf(compile)};
    result.compile->cpuNs = median(cpu);
    if (auto cost = compileCostOf(startUp)) {
        cost->cpuNs = median(startUpCpu);
        result.startUp = *cost;
    } else {
        result.startUp = missing(ReasonKind::NoThrowAwayCompile);
    }
    return result;
}

} // namespace profiler
