// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/collector_abi.h"
#include "profiler/collect/session.h"
#include "profiler/model/clocks.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <unistd.h>

namespace {

namespace collect = profiler::collect;

// The shim repeats these (profiler/worker/fusescope_worker/collector.py).
static_assert(sizeof(fusescope_collector_config) == 40);
static_assert(sizeof(fusescope_collector_info) == 596);
static_assert(sizeof(fusescope_collector_stats) == 184);

/// The process's session and the reason of the last refusal. Never destroyed: the process may end
/// in the middle of a callback.
struct State {
    std::unique_ptr<collect::Session> session;
    std::string error;
    pid_t process = 0; ///< that opened the session; a forked child has no decoder
};

State& state()
{
    static auto* instance = new State;
    return *instance;
}

fusescope_collector_status keep(const collect::Failure& failure)
{
    state().error = failure.sentence;
    return failure.status;
}

/// Runs `body`, a function that gives an Outcome; nothing is thrown at C.
template <typename Body>
fusescope_collector_status guarded(const Body& body)
{
    try {
        state().error.clear();
        const auto outcome = body();
        return outcome ? FUSESCOPE_COLLECTOR_OK : keep(outcome.error());
    } catch (const std::exception& error) {
        return keep({.status = FUSESCOPE_COLLECTOR_INTERNAL,
            .sentence = "no kernels were collected: " + std::string(error.what())});
    }
}

/// The same on the session that is open.
template <typename Body>
fusescope_collector_status onSession(const Body& body)
{
    return guarded([&]() -> collect::Outcome<void> {
        if (!state().session || state().process != ::getpid())
            return collect::refuse(
                FUSESCOPE_COLLECTOR_BAD_ORDER, "the collector was not opened in this process");
        return body(*state().session);
    });
}

collect::SessionRules rulesOf(const fusescope_collector_config* given)
{
    fusescope_collector_config config {};
    if (given != nullptr)
        std::memcpy(&config, given, std::min<std::size_t>(given->size, sizeof(config)));
    collect::SessionRules rules;
    if (config.cupti_path != nullptr)
        rules.cuptiPath = config.cupti_path;
    if (config.buffer_bytes != 0)
        rules.pool.bufferBytes = config.buffer_bytes;
    if (config.pool_buffers != 0)
        rules.pool.first = config.pool_buffers;
    if (config.pool_most != 0)
        rules.pool.most = config.pool_most;
    rules.pool.first = std::min(rules.pool.first, rules.pool.most);
    if (config.most_rows != 0)
        rules.trace.mostRows = static_cast<std::int64_t>(config.most_rows);
    rules.trace.allApis = (config.flags & FUSESCOPE_COLLECTOR_ALL_APIS) != 0;
    rules.graphLevel = (config.flags & FUSESCOPE_COLLECTOR_GRAPH_LEVEL) != 0;
    return rules;
}

void copyText(const std::string& text, char* out, std::size_t size)
{
    const auto length = std::min(text.size(), size - 1);
    std::memcpy(out, text.data(), length);
    out[length] = '\0';
}

/// As much of it as the caller knows.
template <typename Struct>
void copyOut(Struct filled, Struct* out)
{
    if (out == nullptr)
        return;
    filled.size = out->size;
    std::memcpy(out, &filled, std::min<std::size_t>(out->size, sizeof(Struct)));
}

void tell(const collect::Session& session, fusescope_collector_info* out)
{
    fusescope_collector_info info {};
    info.header_version = CUPTI_API_VERSION;
    info.cupti_version = session.cupti().version;
    info.driver_version = session.driver().version();
    info.device_count = session.driver().deviceCount();
    copyText(session.cupti().file, info.cupti_file, sizeof(info.cupti_file));
    copyText(session.otherSubscriber(), info.other_subscriber, sizeof(info.other_subscriber));
    copyOut(info, out);
}

void tell(const collect::SessionReport& report, fusescope_collector_stats* out)
{
    const auto count = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
    fusescope_collector_stats stats {};
    stats.complete = profiler::isComplete(report.losses) ? 1 : 0;
    stats.kernels = count(report.counts.kernels);
    stats.copies = count(report.counts.copies);
    stats.fills = count(report.counts.fills);
    stats.apis = count(report.counts.apis);
    stats.overheads = count(report.counts.overheads);
    stats.overhead_ns = count(report.counts.overheadNs);
    stats.other = count(report.counts.other);
    stats.graph_launches = count(report.counts.graphLaunches);
    stats.graph_records = count(report.counts.graphRecords);
    stats.dropped = count(report.losses.dropped);
    stats.refused = count(report.losses.refused);
    stats.zero_timestamps = count(report.losses.zeroTimestamps);
    stats.negative_durations = count(report.losses.negativeDurations);
    stats.launches_without_kernel = count(report.losses.launchesWithoutKernel);
    stats.kernels_without_launch = count(report.losses.kernelsWithoutLaunch);
    stats.rows_lost = count(report.losses.spansLost);
    stats.clock_step_ns = report.losses.clockStepNs;
    stats.buffers_out = report.buffersOut;
    stats.buffers_back = report.buffersBack;
    stats.bytes = report.bytes;
    stats.decode_ns = report.decodeNs;
    stats.pool_peak = report.poolPeak;
    copyOut(stats, out);
}

/// A worker that ends without collector_stop still leaves its last rows.
void stopAtExit()
{
    if (state().session && state().process == ::getpid())
        collector_stop(nullptr);
}

} // namespace

uint32_t collector_abi(void)
{
    return FUSESCOPE_COLLECTOR_ABI;
}

fusescope_collector_status collector_open(
    const fusescope_collector_config* config, fusescope_collector_info* info)
{
    return guarded([&]() -> collect::Outcome<void> {
        if (state().session)
            return collect::refuse(FUSESCOPE_COLLECTOR_BUSY,
                "no kernels were collected: the collector was opened in this process before, and "
                "CUPTI cannot be started twice; use a new process");
        auto session = collect::Session::open(rulesOf(config));
        if (!session)
            return tl::unexpected(session.error());
        state().session = std::move(*session);
        state().process = ::getpid();
        (void)std::atexit(&stopAtExit);
        tell(*state().session, info);
        return {};
    });
}

fusescope_collector_status collector_start(void)
{
    return onSession([](collect::Session& session) { return session.start(); });
}

fusescope_collector_status collector_trace_begin(const char* spoolPath)
{
    return onSession([&](collect::Session& session) { return session.beginTrace(spoolPath); });
}

void collector_call_begin(void)
{
    if (auto* session = state().session.get(); session != nullptr)
        session->beginCall();
}

void collector_call_end(void)
{
    if (auto* session = state().session.get(); session != nullptr)
        session->endCall();
}

fusescope_collector_status collector_flush(void)
{
    return onSession([](collect::Session& session) { return session.flush(); });
}

fusescope_collector_status collector_trace_end(fusescope_collector_stats* stats)
{
    return onSession([&](collect::Session& session) {
        return session.endTrace().map(
            [&](const collect::SessionReport& report) { tell(report, stats); });
    });
}

fusescope_collector_status collector_stop(fusescope_collector_stats* stats)
{
    return onSession([&](collect::Session& session) {
        return session.stop().map(
            [&](const collect::SessionReport& report) { tell(report, stats); });
    });
}

const char* collector_error(void)
{
    return state().error.c_str();
}

int64_t collector_now_ns(void)
{
    return profiler::realTimeNow();
}
