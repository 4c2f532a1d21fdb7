// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/engines/program_text.h"

#include "profiler/model/number_text.h"
#include "profiler/model/variant.h"

#include <cmath>
#include <fmt/format.h>

namespace profiler {
namespace {

std::string pairSentence(const Plan& plan, const ProgramFacts& native, Emphasis emphasis)
{
    const auto& name = plan.variants[static_cast<std::size_t>(native.variant)].name;
    const auto& cost = *native.pythonNs;
    const auto start = fmt::format(
        "A call of {} takes {}; ", stressed(name, emphasis), formatDuration(*native.callNs));
    if (cost.low <= 0 && cost.high >= 0)
        return start
            + fmt::format("what Python adds to it lies within the noise ({} to {}).",
                formatDuration(cost.low), formatDuration(cost.high));
    return start
        + fmt::format("called from Python the same program takes {} {} ({} to {}).",
            formatDuration(std::abs(cost.estimate)), cost.estimate > 0 ? "longer" : "less",
            formatDuration(cost.low), formatDuration(cost.high));
}

} // namespace

std::string programStepsText(const ProgramFacts& facts)
{
    std::string steps;
    for (const auto& step : facts.steps)
        steps += fmt::format(
            "{}{} {}", steps.empty() ? "" : ", ", step.name, formatDuration(step.medianNs));
    const auto sum = madeNs(facts);
    return sum ? fmt::format("{} in all: {}", formatDuration(*sum), steps) : "";
}

std::string pythonCostSentence(
    const Plan& plan, const std::vector<ProgramFacts>& programs, Emphasis emphasis)
{
    std::string text;
    for (const auto& facts : programs)
        if (facts.pythonNs && facts.callNs)
            text += (text.empty() ? "" : " ") + pairSentence(plan, facts, emphasis);
    return text;
}

} // namespace profiler
