// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/training/step_split.h"

#include "profiler/evidence/lanes/missing_process.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/facts/training_facts.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant_result.h"
#include "profiler/statistics/t_interval.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace profiler {

namespace {

/// The whole step and its parts in nanoseconds; they add up.
struct Parts {
    double whole = 0;
    std::array<double, stepParts.size()> part {};
};

double nsOf(nanoseconds time)
{
    return static_cast<double>(time.count());
}

/// Two clocks, the host's and a device's, may differ: what is left is never below nothing.
Parts partsOf(const StepTimes& step)
{
    Parts parts {.whole = nsOf(step.whole),
        .part = {nsOf(step.dataWait.value_or(nanoseconds())), nsOf(step.forward),
            nsOf(step.backward), nsOf(step.optimizer), 0}};
    double known = 0;
    for (const double ns : parts.part)
        known += ns;
    parts.part[static_cast<std::size_t>(StepPart::Other)] = std::max(parts.whole - known, 0.0);
    return parts;
}

using StepRoundKey = std::pair<int, int>; ///< repetition, round

struct Clocked {
    std::map<StepRoundKey, std::vector<StepTimes>> rounds;
    std::vector<StepTimes> all;
    std::string reason; ///< why some were not
};

Clocked clockedSteps(const ComparisonData& data, int variant, int caseIndex)
{
    Clocked clocked;
    for (const auto& process : data.processes) {
        if (process.start.variant != variant || process.start.again
            || process.start.kind != ProcessKind::Paired)
            continue;
        for (const auto& fact : process.stepParts) {
            if (fact.caseIndex != caseIndex)
                continue;
            if (!fact.reason.empty())
                clocked.reason = fact.reason;
            if (fact.steps.empty())
                continue;
            auto& round = clocked.rounds[{process.start.repetition, fact.round}];
            round.insert(round.end(), fact.steps.begin(), fact.steps.end());
            clocked.all.insert(clocked.all.end(), fact.steps.begin(), fact.steps.end());
        }
    }
    return clocked;
}

/// The mean of the middle half by length: whole steps, so that the parts add up.
Parts middleOf(std::vector<StepTimes> steps)
{
    std::ranges::sort(steps, {}, &StepTimes::whole);
    const auto cut = steps.size() / 4;
    const std::span middle(steps.data() + cut, steps.size() - 2 * cut);
    Parts mean;
    for (const auto& step : middle) {
        const auto parts = partsOf(step);
        mean.whole += parts.whole / static_cast<double>(middle.size());
        for (std::size_t i = 0; i < mean.part.size(); ++i)
            mean.part[i] += parts.part[i] / static_cast<double>(middle.size());
    }
    return mean;
}

/// Around the difference of what is shown, as wide as processes differ; where there are few of
/// them, as wide as rounds do.
std::optional<Interval> changeFrom(
    double estimate, const std::map<int, std::vector<double>>& byRepetition)
{
    std::vector<double> values;
    constexpr std::size_t enoughProcesses = 3;
    for (const auto& [repetition, rounds] : byRepetition) {
        if (byRepetition.size() < enoughProcesses) {
            values.insert(values.end(), rounds.begin(), rounds.end());
            continue;
        }
        double sum = 0;
        for (const double each : rounds)
            sum += each;
        values.push_back(sum / static_cast<double>(rounds.size()));
    }
    const auto interval = tInterval(values);
    if (!interval)
        return std::nullopt;
    const double half = (interval->high - interval->low) / 2;
    return Interval {.estimate = estimate, .low = estimate - half, .high = estimate + half};
}

void addChanges(StepSplit& split, const Clocked& baseline, const Clocked& variant)
{
    std::map<int, std::vector<double>> whole;
    std::array<std::map<int, std::vector<double>>, stepParts.size()> parts;
    for (const auto& [key, steps] : variant.rounds) {
        const auto other = baseline.rounds.find(key);
        if (other == baseline.rounds.end())
            continue;
        const auto before = middleOf(other->second);
        const auto after = middleOf(steps);
        whole[key.first].push_back(after.whole - before.whole);
        for (std::size_t i = 0; i < parts.size(); ++i)
            parts[i][key.first].push_back(after.part[i] - before.part[i]);
    }
    const auto base = middleOf(baseline.all);
    split.wholeChange = changeFrom(split.wholeNs - base.whole, whole);
    for (std::size_t i = 0; i < parts.size(); ++i)
        split.partChange[i] = changeFrom(split.partNs[i] - base.part[i], parts[i]);
}

/// Not of recordings of before, nor of lanes that cannot be held.
bool clocksSteps(const ComparisonData& data)
{
    return std::ranges::any_of(
        data.processes, [](const ProcessRecord& process) { return !process.stepParts.empty(); });
}

bool seesData(const std::vector<StepTimes>& steps)
{
    return std::ranges::all_of(
        steps, [](const StepTimes& step) { return step.dataWait.has_value(); });
}

} // namespace

Measured<StepSplit> stepSplit(const ComparisonData& data, int variant, int caseIndex)
{
    if (data.plan.workload.task != Task::Training || !clocksSteps(data))
        return missing(ReasonKind::NotRecorded);
    const auto clocked = clockedSteps(data, variant, caseIndex);
    if (clocked.all.empty()) {
        if (!clocked.reason.empty())
            return missing({ReasonKind::Recorded, {clocked.reason}});
        return missing(whyNoProcess(data, variant, ProcessKind::Paired));
    }
    const auto middle = middleOf(clocked.all);
    StepSplit split {.wholeNs = middle.whole,
        .partNs = middle.part,
        .dataWaitKnown = seesData(clocked.all),
        .steps = static_cast<int>(clocked.all.size()),
        .rounds = static_cast<int>(clocked.rounds.size())};
    if (variant != 0) {
        const auto baseline = clockedSteps(data, 0, caseIndex);
        if (!baseline.all.empty())
            addChanges(split, baseline, clocked);
    }
    return split;
}

StepChange stepChange(const Interval& change, double baselineStepNs)
{
    constexpr double noticed = 0.01;
    const double least = noticed * baselineStepNs;
    const bool open = change.low <= 0 && change.high >= 0;
    if (!open && std::abs(change.estimate) >= least)
        return StepChange::Changed;
    return change.low >= -least && change.high <= least ? StepChange::Unchanged
                                                        : StepChange::NotDecided;
}

} // namespace profiler
