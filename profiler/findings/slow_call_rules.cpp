// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/device/clock_events.h"
#include "profiler/evidence/latency/slow_calls.h"
#include "profiler/findings/finding_rules.h"
#include "profiler/model/clock_reasons.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/facts/collection_fact.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/process_record.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

/// What made calls slow, and is none of the model's.
namespace profiler {

namespace {

constexpr double noticedBlocks = 0.05; ///< of the timed blocks

template <typename See>
void forEachTimedBlock(const ComparisonData& data, See see)
{
    for (const auto& process : data.processes)
        if (process.start.kind == ProcessKind::Paired)
            for (const auto& block : process.blocks)
                if (block.kind == BlockKind::Timed)
                    see(block);
}

struct Lowered {
    std::int64_t timed = 0;
    std::int64_t lowered = 0;
    std::int64_t reasons = 0;
    std::vector<double> mhz; ///< of lowered blocks
    std::vector<double> otherMhz;
};

Lowered loweredBlocks(const ComparisonData& data)
{
    Lowered found;
    forEachTimedBlock(data, [&](const CallBlock& block) {
        ++found.timed;
        const auto reasons = block.machine.clockEventReasons.value_or(0) & loweredClockReasons;
        found.lowered += reasons != 0 ? 1 : 0;
        found.reasons |= reasons;
        if (block.machine.smClockMhz)
            (reasons != 0 ? found.mhz : found.otherMhz).push_back(*block.machine.smClockMhz);
    });
    return found;
}

bool isNoticed(std::int64_t blocks, std::int64_t all)
{
    return blocks > 0 && static_cast<double>(blocks) >= noticedBlocks * static_cast<double>(all);
}

Share shareOf(std::int64_t part, std::int64_t all)
{
    return {static_cast<double>(part) / static_cast<double>(all)};
}

/// Once for the comparison: lanes share the device, and one of them works at a time.
std::vector<Finding> clockDrop(const FindingInput& input)
{
    const auto found = loweredBlocks(input.data);
    if (!isNoticed(found.lowered, found.timed))
        return {};
    Finding finding {.severity = Finding::Severity::Warning,
        .statements = {{"clock_drop",
            {shareOf(found.lowered, found.timed), found.lowered, found.timed,
                clockEventName(static_cast<std::uint64_t>(found.reasons))}}},
        .seen = Finding::Seen::InAllVariants,
        .remedy = {.kind = RemedyKind::Rewrite}};
    const auto text = [](double mhz) { return std::to_string(std::llround(mhz)); };
    const auto mhz = median(found.mhz);
    if (const auto usual = median(found.otherMhz); mhz && usual)
        finding.statements.push_back({"clock_drop_mhz", {text(*mhz), text(*usual)}});
    if (mhz)
        finding.remedy.value = text(*mhz);
    return {std::move(finding)};
}

std::vector<Finding> sharedDevice(const FindingInput& input)
{
    std::int64_t timed = 0;
    std::int64_t shared = 0;
    std::int64_t most = 0;
    forEachTimedBlock(input.data, [&](const CallBlock& block) {
        ++timed;
        const std::int64_t others = block.machine.foreignGpuProcesses.value_or(0);
        shared += others > 0 ? 1 : 0;
        most = std::max(most, others);
    });
    if (!isNoticed(shared, timed))
        return {};
    return {{.severity = Finding::Severity::Warning,
        .statements = {{"device_shared", {shareOf(shared, timed), shared, timed, most}}},
        .seen = Finding::Seen::InAllVariants}};
}

bool sawTheCollector(const ComparisonData& data, int variant)
{
    return std::ranges::any_of(data.processes, [variant](const ProcessRecord& process) {
        return process.start.variant == variant && !process.collections.empty();
    });
}

/// The collector runs in warm-ups alone; whoever runs the model has it in every call.
std::vector<Finding> garbageCollection(const FindingInput& input)
{
    constexpr double noticed = 0.2; // of the median, in the worst of the calls
    constexpr std::int64_t fewest = 2;
    constexpr int full = 2; // younger generations run in every program, and take microseconds
    const auto median = input.medianNs();
    if (!median || !sawTheCollector(input.data, input.variant->variant))
        return {}; // far cheaper than to look for outliers
    const auto slow = slowCalls(input.data, input.variant->variant, input.inCase->caseIndex);
    double worst = 0;
    int generation = 0;
    std::int64_t calls = 0;
    for (const auto& call : slow.calls)
        if (const auto* collected = std::get_if<CollectedInCall>(&call.evidence);
            collected != nullptr && collected->generation >= full) {
            ++calls;
            worst = std::max(worst, call.explainedNs.value_or(0));
            generation = std::max(generation, collected->generation);
        }
    if (calls < fewest || worst < noticed * *median)
        return {};
    auto finding = input.found(Finding::Severity::Warning, "garbage_collection",
        {TimeTaken {worst}, TimeTaken {*median}, calls, std::int64_t {generation}});
    finding.remedy = {.kind = RemedyKind::Rewrite};
    return {std::move(finding)};
}

constexpr auto slowCallRuleTable = std::to_array<FindingRule>({
    {"garbage_collection", garbageCollection, FindingPage::Latency},
    {"clock_drop", clockDrop, FindingPage::Gpu, FindingNeeds::Recording, FindingScope::Comparison},
    {"device_shared", sharedDevice, FindingPage::Gpu, FindingNeeds::Recording,
        FindingScope::Comparison},
});

} // namespace

constinit const std::span<const FindingRule> slowCallRules {slowCallRuleTable};

} // namespace profiler
