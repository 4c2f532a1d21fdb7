// SPDX-License-Identifier: Apache-2.0
#include "app/cli/terminal/sweep_recording.h"

#include "app/cli/terminal/console.h"
#include "profiler/judge/judge.h"
#include "profiler/judge/shapes/between_sizes.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/number_text.h"
#include "profiler/model/plan/shape_sweep.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/shapes/shape_documents.h"

#include <algorithm>

namespace cli {
namespace {

using profiler::Case;

void announce(const std::vector<Case>& next, const Recording& recording)
{
    if (recording.json)
        return;
    std::string names;
    for (const auto& each : next)
        names += (names.empty() ? "" : ", ") + each.name;
    printError("The curve bends: measuring "
        + profiler::countText(static_cast<std::int64_t>(next.size()), "shape", "shapes") + " more ("
        + profiler::printable(names) + ").\n");
}

} // namespace

bool isSweep(const std::vector<Case>& cases)
{
    return std::ranges::any_of(
        cases, [](const Case& each) { return !profiler::namedSizes(each).empty(); });
}

ExitCode recordAdaptively(const profiler::Plan& plan, const Recording& recording)
{
    auto first = plan;
    first.cases = profiler::firstCases(plan.cases);
    auto step = recording;
    step.isStep = true;
    const auto code = recordPlan(first, step);
    if (!hasEnded(code))
        return code;
    return std::max(code, addAtBends(recording.file.string(), plan.cases, recording));
}

ExitCode addAtBends(
    const std::string& comparison, const std::vector<Case>& sweep, const Recording& recording)
{
    auto worst = ExitCode::Done;
    while (true) {
        const auto stored = loadRecording(comparison);
        if (!stored)
            return refuse(ExitCode::SomeFailed, stored.error().message);
        const auto result = profiler::judge(stored->data);
        const auto series = profiler::shapeSeries(result);
        const auto next = profiler::casesAtBends(series, stored->data.plan.cases, sweep);
        if (next.empty()) {
            if (!recording.json)
                print(profiler::shapesText(result, series, nullptr, nullptr));
            return worst;
        }
        announce(next, recording);
        auto step = recording;
        step.isStep = true;
        const auto code = addCasesTo(*stored, next, step);
        if (!hasEnded(code))
            return code;
        worst = std::max(worst, code);
    }
}

} // namespace cli
