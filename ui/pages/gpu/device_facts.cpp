// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/gpu/device_facts.h"

#include "profiler/evidence/ranks/ranks.h"
#include "profiler/model/counters.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace.h"
#include "profiler/model/variant_result.h"
#include "storage/file/run_database.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/comparison/shown_file.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <tuple>
#include <utility>

namespace ui {

bool DeviceFacts::hasDevice() const
{
    return std::ranges::any_of(devices, [](const auto& one) { return one.use.has_value(); });
}

bool DeviceFacts::hasSeveralDevices() const
{
    std::map<std::pair<int, std::optional<int>>, int> ofProcess;
    bool communicates = false;
    bool ranks = false;
    for (const auto& one : shares) {
        ++ofProcess[{one.variant, one.rank}];
        communicates |= !one.share.collectives.empty();
        ranks |= one.rank.has_value();
    }
    return communicates || ranks
        || std::ranges::any_of(ofProcess, [](const auto& each) { return each.second > 1; });
}

namespace {

void addShares(DeviceFacts& facts, const profiler::ProcessRecord& process,
    const profiler::TraceSummary& trace, const profiler::TraceRows& rows)
{
    for (auto& share : profiler::deviceShares(trace.calls, rows))
        facts.shares.push_back({.variant = process.start.variant,
            .rank = profiler::rankOf(process),
            .calls = trace.calls.size(),
            .share = std::move(share)});
}

/// Of the ranks that do not speak for their variant.
void addOtherRanks(
    DeviceFacts& facts, const ComparisonView& view, const profiler::TraceRowsOf& rowsOf)
{
    const auto& data = view.comparison->data;
    for (const auto& variant : view.caseResult()->variants) {
        const auto shown = profiler::tracedCallsOf(data, variant.variant, view.caseIndex);
        for (const auto& rank : profiler::ranksOf(data, variant.variant, view.caseIndex))
            if (rank.trace.index != shown.index)
                static_cast<void>(rowsOf(rank.trace.index));
    }
    std::ranges::stable_sort(facts.shares, {}, [](const DeviceOfProcess& one) {
        return std::tuple(one.variant, one.rank.value_or(0), one.share.device);
    });
}

} // namespace

DeviceFacts deviceFacts(const ComparisonView& view)
{
    const auto& data = view.comparison->data;
    const auto& result = *view.caseResult();
    const std::filesystem::path file = view.file.toStdString();
    DeviceFacts facts;
    const auto rowsOf = [&](profiler::TraceIndex trace) {
        auto rows = loadShownRows(file, data.info, trace);
        const auto& process = data.processes.at(static_cast<std::size_t>(trace.process.value));
        if (rows)
            addShares(
                facts, process, process.traces.at(static_cast<std::size_t>(trace.value)), *rows);
        return rows;
    };
    const auto countersOf = [&](profiler::MonitorIndex monitor) {
        return storage::loadMonitorRows(file, data.info.id, monitor, data.info.started);
    };
    facts.host = countersOfRepetitions(data, profiler::MonitorSource::Host, countersOf);
    facts.device = countersOfRepetitions(data, profiler::MonitorSource::Device, countersOf);
    facts.devices = variantDevices(data, result, rowsOf, facts.device);
    addOtherRanks(facts, view, rowsOf);
    for (const auto& variant : result.variants)
        facts.hostUses.push_back(
            profiler::hostUse(data, facts.host, variant.variant, result.caseIndex));
    return facts;
}

} // namespace ui
