// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/serving/ready_time.h"

#include "profiler/model/comparison_data.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/process_record.h"
#include "profiler/statistics/quantiles.h"

#include <vector>

namespace profiler {
namespace {

/// Phases of calls are named by their case, and counted as calls.
bool isBeforeCalls(const PhaseFact& phase)
{
    return !phase.caseIndex;
}

/// The first call, and all up to the last that compiled.
double callsUntilReady(const ProcessRecord& process, int caseIndex)
{
    double sum = 0;
    double ready = 0;
    bool first = true;
    for (const auto& block : process.blocks) {
        if (block.kind != BlockKind::WarmUp || block.caseIndex != caseIndex)
            continue;
        for (std::size_t i = 0; i < block.wallNs.size(); ++i) {
            sum += static_cast<double>(block.wallNs[i]);
            if (first || (i < block.compiled.size() && block.compiled[i] != 0))
                ready = sum;
            first = false;
        }
    }
    return ready;
}

} // namespace

std::optional<double> readyTime(const ProcessRecord& process, int caseIndex)
{
    double sum = 0;
    for (const auto& phase : process.phases)
        if (isBeforeCalls(phase))
            sum += static_cast<double>(phase.wall.count());
    const auto calls = callsUntilReady(process, caseIndex);
    return sum > 0 && calls > 0 ? std::optional(sum + calls) : std::nullopt;
}

std::optional<double> readyTimeOf(
    const ComparisonData& data, int variant, int caseIndex, ProcessKind kind)
{
    std::vector<double> times;
    for (const auto& process : data.processes)
        if (process.start.kind == kind && process.start.variant == variant && process.end
            && process.end->outcome == ProcessOutcome::Finished)
            if (const auto ready = readyTime(process, caseIndex))
                times.push_back(*ready);
    return median(times);
}

} // namespace profiler
