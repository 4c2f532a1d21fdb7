// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/more_repetitions.h"

#include "profiler/judge/speed_up.h"
#include "profiler/judge/verdict.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant_result.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <map>
#include <utility>

namespace profiler {

namespace {

/// An open interval says how many; what was broken off is brought to the plan's number.
int wantedBy(const Protocol& protocol, const VariantResult& variant)
{
    if (!variant.speedUp)
        return 0;
    const SpeedUp& speedUp = *variant.speedUp;
    if (speedUp.repetitionsNeeded)
        return *speedUp.repetitionsNeeded - speedUp.repetitions;
    if (variant.verdict == Verdict::NotEnoughData)
        return std::max({0, repetitionsForVerdict - speedUp.repetitions,
            protocol.repetitionsMin - speedUp.repetitions});
    return 0;
}

bool isUndecidable(const VariantResult& variant)
{
    return isUndecided(variant.verdict) && variant.speedUp && !variant.speedUp->repetitionsNeeded;
}

/// From the first start to the last end of its lanes.
std::vector<double> repetitionTimes(const ComparisonData& data)
{
    std::map<int, std::pair<std::int64_t, std::int64_t>> spans;
    for (const auto& process : data.processes) {
        if (process.start.kind != ProcessKind::Paired || !process.end
            || process.end->outcome != ProcessOutcome::Finished)
            continue;
        const auto started = process.start.started.ns;
        const auto ended = process.end->ended.ns;
        auto [span, isNew]
            = spans.try_emplace(process.start.repetition, std::pair {started, ended});
        if (!isNew) {
            span->second.first = std::min(span->second.first, started);
            span->second.second = std::max(span->second.second, ended);
        }
    }
    std::vector<double> times;
    for (const auto& [repetition, span] : spans)
        times.push_back(static_cast<double>(span.second - span.first));
    return times;
}

} // namespace

MoreRepetitions moreRepetitions(const ComparisonData& data, const ComparisonResult& judged)
{
    int wanted = 0;
    bool undecidable = false;
    for (const auto& inCase : judged.cases) {
        for (const auto& variant : inCase.variants) {
            wanted = std::max(wanted, wantedBy(judged.plan.protocol, variant));
            undecidable = undecidable || isUndecidable(variant);
        }
    }
    const int most = std::max(judged.plan.protocol.repetitionsMax, 1);
    MoreRepetitions more {
        .repetitions = wanted > 0 ? std::min(wanted, most) : judged.plan.protocol.repetitionsMin,
        .advised = wanted > 0 || (!undecidable && isTimed(judged.plan.protocol)),
        .enough = wanted <= most};
    if (const auto one = median(repetitionTimes(data)); one && *one > 0)
        more.time = nanoseconds(static_cast<std::int64_t>(*one * more.repetitions));
    return more;
}

} // namespace profiler
