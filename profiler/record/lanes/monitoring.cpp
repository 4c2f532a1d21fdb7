// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/monitoring.h"

#include "profiler/collect/counters/host_monitor.h"
#include "profiler/collect/counters/nvml_monitor.h"
#include "profiler/model/plan/device_kind.h"
#include "profiler/record/machine/wall_clock.h"

#include <utility>

namespace profiler {

namespace {

using namespace std::chrono_literals;

/// A device's host has cores to spare, and a driver takes its time.
constexpr double mostOfCoreForDevice = 0.02;
constexpr auto betweenStores = 5s; // a chunk of less compresses badly

/// Of a kind of device that nobody here can ask; empty: NVML is asked.
std::string whyUnwatched(const std::string& device)
{
    const auto* const traits = deviceTraits(device);
    if (traits == nullptr || traits->kind == DeviceKind::Cpu || traits->noClocks.empty())
        return {};
    return "clocks, power and other processes of " + device
        + " are not read: " + std::string(traits->noClocks);
}

} // namespace

Monitoring::Monitoring(Session& session, std::optional<int> repetition)
    : m_session(session)
    , m_repetition(repetition)
{
    session.monitoring = this;
    watch(MonitorSource::Host, "cpu", collect::hostCounters());
    watchDeviceOnceKnown();
}

Monitoring::~Monitoring()
{
    m_session.monitoring = nullptr;
    storeAll();
}

void Monitoring::watch(MonitorSource source, const std::string& device,
    std::unique_ptr<collect::CounterSource> counters)
{
    const auto index = m_session.recording.beginMonitor(
        {.source = source, .device = device, .repetition = m_repetition, .started = utcNow()});
    auto& watched = m_watched.emplace_back(Watched {.source = source, .index = index});
    if (counters)
        watched.monitor = std::make_unique<collect::CounterMonitor>(std::move(counters),
            collect::CounterMonitor::usualPeriod,
            source == MonitorSource::Device ? mostOfCoreForDevice
                                            : collect::CounterMonitor::usualShare);
}

void Monitoring::watchDeviceOnceKnown()
{
    if (m_deviceTried || !m_session.onDevice())
        return;
    const auto& data = m_session.recording.data(); // a worker tells which device it is
    if (const auto reason = whyUnwatched(firstField(data, "device")); !reason.empty()) {
        m_deviceTried = true;
        watch(MonitorSource::Device, firstField(data, "device"), nullptr);
        m_session.recording.addCounters(m_watched.back().index, {.missing = {{"device", reason}}});
        return;
    }
    const auto uuid = firstField(data, "device_uuid");
    if (uuid.empty())
        return;
    m_deviceTried = true;
    auto counters = collect::nvmlCounters(uuid);
    const auto reason = counters ? std::string() : counters.error().message;
    watch(MonitorSource::Device, uuid, counters ? std::move(*counters) : nullptr);
    if (!reason.empty())
        m_session.recording.addCounters(m_watched.back().index, {.missing = {{"device", reason}}});
}

void Monitoring::store()
{
    watchDeviceOnceKnown();
    if (std::chrono::steady_clock::now() - m_stored >= betweenStores)
        storeAll();
}

collect::Readings Monitoring::deviceReadings(std::int64_t fromNs, std::int64_t toNs)
{
    for (auto& watched : m_watched)
        if (watched.source == MonitorSource::Device && watched.monitor)
            return watched.monitor->readings(fromNs, toNs);
    return {};
}

void Monitoring::storeAll()
{
    for (auto& watched : m_watched)
        if (watched.monitor)
            store(watched);
    m_stored = std::chrono::steady_clock::now();
}

void Monitoring::store(Watched& watched)
{
    const auto log = watched.monitor->take();
    CounterPiece piece {.rows = log.rows()};
    std::vector<std::int32_t> ids; // of this log's names, from 1
    for (const auto& name : log.names()) {
        const auto next = static_cast<std::int32_t>(watched.ids.size()) + 1;
        const auto [known, isNew] = watched.ids.emplace(name.text, next);
        if (isNew)
            piece.names.push_back({.id = known->second, .text = name.text});
        ids.push_back(known->second);
    }
    for (auto& series : piece.rows.series)
        series = ids[static_cast<std::size_t>(series) - 1];
    piece.missing.insert(log.missing().begin(), log.missing().end());
    if (piece.rows.size() > 0 || !piece.missing.empty())
        m_session.recording.addCounters(watched.index, piece);
}

} // namespace profiler
