// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/engines/programs.h"

#include "profiler/model/comparison_data.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/statistics/quantiles.h"
#include "profiler/statistics/t_interval.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <numeric>

namespace profiler {
namespace {

bool isOf(const ProcessRecord& process, int variant, ProcessKind kind)
{
    return process.start.variant == variant && process.start.kind == kind && process.end
        && process.end->outcome == ProcessOutcome::Finished;
}

std::optional<double> packageBytes(const ComparisonData& data, int variant)
{
    for (const auto& process : data.processes) {
        const auto found = process.environment.find("package_bytes");
        if (process.start.variant != variant || found == process.environment.end())
            continue;
        double bytes = 0;
        const auto& text = found->second;
        if (std::from_chars(text.data(), text.data() + text.size(), bytes).ec == std::errc {})
            return bytes;
    }
    return std::nullopt;
}

std::vector<ProgramStep> stepsOf(const ComparisonData& data, int variant)
{
    std::vector<std::string> order;
    std::map<std::string, std::vector<double>> times;
    for (const auto& process : data.processes) {
        if (!isOf(process, variant, ProcessKind::Cold))
            continue;
        for (const auto& phase : process.phases) {
            if (!phase.phase.starts_with(programStepPrefix))
                continue;
            auto name = phase.phase.substr(programStepPrefix.size());
            if (std::ranges::find(order, name) == order.end())
                order.push_back(name);
            times[name].push_back(static_cast<double>(phase.wall.count()));
        }
    }
    std::vector<ProgramStep> steps;
    steps.reserve(order.size());
    for (const auto& name : order)
        steps.push_back({.name = name, .medianNs = median(times[name]).value_or(0)});
    return steps;
}

template <typename Wanted>
std::optional<double> phaseNs(const ComparisonData& data, int variant, Wanted wanted)
{
    for (const auto kind : {ProcessKind::ColdKept, ProcessKind::Cold}) {
        std::vector<double> times;
        for (const auto& process : data.processes)
            if (isOf(process, variant, kind))
                for (const auto& phase : process.phases)
                    if (wanted(phase))
                        times.push_back(static_cast<double>(phase.wall.count()));
        if (!times.empty())
            return median(times);
    }
    return std::nullopt;
}

/// By repetition, of its calls: as every median that is shown.
std::map<int, double> callMedians(const JudgeInput& input, int variant, int caseIndex)
{
    std::map<int, double> medians;
    for (const auto& lane : input.steady({.variant = variant, .caseIndex = caseIndex})) {
        if (const auto middle = median(callsOf(lane)))
            medians[lane.repetition] = *middle;
    }
    return medians;
}

/// The same program, called from Python.
std::optional<int> twinOf(const Plan& plan, const Variant& native)
{
    for (std::size_t i = 0; i < plan.variants.size(); ++i) {
        const auto& other = plan.variants[i];
        if (other.engine == native.engine && !other.native && other.compile == native.compile
            && other.torch == native.torch && other.environment == native.environment
            && other.python == native.python)
            return static_cast<int>(i);
    }
    return std::nullopt;
}

void addPythonCost(ProgramFacts& facts, const JudgeInput& input, const Variant& variant,
    const std::map<int, double>& own)
{
    const auto twin = variant.native ? twinOf(input.data().plan, variant) : std::nullopt;
    if (!twin)
        return;
    std::vector<double> differences;
    for (const auto& [repetition, ns] : callMedians(input, *twin, facts.caseIndex))
        if (const auto found = own.find(repetition); found != own.end())
            differences.push_back(ns - found->second);
    facts.pythonNs = tInterval(differences);
    facts.calledFromPython = twin;
}

ProgramFacts factsOf(const JudgeInput& input, int index, int caseIndex)
{
    const auto& data = input.data();
    const auto own = callMedians(input, index, caseIndex);
    std::vector<double> medians;
    medians.reserve(own.size());
    for (const auto& [repetition, ns] : own)
        medians.push_back(ns);
    ProgramFacts facts {.variant = index,
        .caseIndex = caseIndex,
        .packageBytes = packageBytes(data, index),
        .steps = stepsOf(data, index),
        .loadNs
        = phaseNs(data, index, [](const PhaseFact& phase) { return phase.phase == "open"; }),
        .firstCallNs = phaseNs(data, index,
            [&](const PhaseFact& phase) {
                return phase.caseIndex == caseIndex && phase.phase.ends_with("first_call");
            }),
        .callNs = median(medians)};
    addPythonCost(facts, input, data.plan.variants[static_cast<std::size_t>(index)], own);
    return facts;
}

} // namespace

std::optional<double> madeNs(const ProgramFacts& facts)
{
    if (facts.steps.empty())
        return std::nullopt;
    return std::accumulate(facts.steps.begin(), facts.steps.end(), 0.0,
        [](double sum, const ProgramStep& step) { return sum + step.medianNs; });
}

std::vector<ProgramFacts> programFacts(const JudgeInput& input)
{
    const auto& data = input.data();
    std::vector<ProgramFacts> programs;
    for (int caseIndex = 0; caseIndex < caseCount(data); ++caseIndex)
        for (std::size_t i = 0; i < data.plan.variants.size(); ++i)
            if (data.plan.variants[i].engine != Engine::TorchCompile)
                programs.push_back(factsOf(input, static_cast<int>(i), caseIndex));
    return programs;
}

} // namespace profiler
