// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/gpu/device_facts.h"

#include "storage/file/run_database.h"
#include "ui/comparison/shown_file.h"

#include <algorithm>
#include <filesystem>

namespace ui {

bool DeviceFacts::hasDevice() const
{
    return std::ranges::any_of(devices, [](const auto& one) { return one.use.has_value(); });
}

DeviceFacts deviceFacts(const ComparisonView& view)
{
    const auto& data = view.comparison->data;
    const auto& result = *view.caseResult();
    const std::filesystem::path file = view.file.toStdString();
    const auto rowsOf
        = [&](profiler::TraceIndex trace) { return loadShownRows(file, data.info, trace); };
    const auto countersOf = [&](profiler::MonitorIndex monitor) {
        return storage::loadMonitorRows(file, data.info.id, monitor, data.info.started);
    };
    DeviceFacts facts {
        .host = countersOfRepetitions(data, profiler::MonitorSource::Host, countersOf),
        .device = countersOfRepetitions(data, profiler::MonitorSource::Device, countersOf)};
    facts.devices = variantDevices(data, result, rowsOf, facts.device);
    for (const auto& variant : result.variants)
        facts.hostUses.push_back(
            profiler::hostUse(data, facts.host, variant.variant, result.caseIndex));
    return facts;
}

} // namespace ui
