// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/activity.h"

#include "profiler/collect/api_list.h"
#include "profiler/collect/error_names.h"
#include "profiler/model/clocks.h"

#include <array>
#include <utility>

namespace profiler::collect {

namespace {

Inbox* inboxOfTheProcess = nullptr; ///< set once, before CUPTI knows the callbacks

decltype(&cuptiGetGraphExecId) graphExecIdOf = nullptr;

void CUPTIAPI giveBuffer(std::uint8_t** data, std::size_t* bytes, std::size_t* mostRecords)
{
    auto* buffer = inboxOfTheProcess->pool.take();
    *mostRecords = 0; // as many as fit
    *data = buffer == nullptr ? nullptr : buffer->data();
    *bytes = buffer == nullptr ? 0 : inboxOfTheProcess->pool.bufferBytes();
    if (buffer != nullptr)
        inboxOfTheProcess->out.fetch_add(1, std::memory_order_relaxed);
}

void CUPTIAPI takeBuffer(CUcontext /*context*/, std::uint32_t /*stream*/, std::uint8_t* data,
    std::size_t /*bytes*/, std::size_t validBytes)
{
    if (data == nullptr)
        return;
    auto* buffer = Buffer::of(data);
    buffer->validBytes = validBytes;
    inboxOfTheProcess->filled.push(buffer);
    inboxOfTheProcess->back.fetch_add(1, std::memory_order_release);
}

/// Only the creation of executable graphs is subscribed to.
void CUPTIAPI noteGraph(
    void* /*user*/, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data)
{
    if (domain != CUPTI_CB_DOMAIN_RESOURCE || id != CUPTI_CBID_RESOURCE_GRAPHEXEC_CREATED
        || graphExecIdOf == nullptr)
        return;
    const auto* resource = static_cast<const CUpti_ResourceData*>(data);
    const auto* graph = static_cast<const CUpti_GraphData*>(resource->resourceDescriptor);
    std::uint32_t graphId = 0;
    if (graph != nullptr && graphExecIdOf(graph->graphExec, &graphId) == CUPTI_SUCCESS)
        inboxOfTheProcess->graphs.created(graphId, realTimeNow());
}

fusescope_collector_status statusOf(CUptiResult result)
{
    switch (static_cast<int>(result)) {
    case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
        return FUSESCOPE_COLLECTOR_BUSY;
    case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
    case CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES:
        return FUSESCOPE_COLLECTOR_DENIED;
    case CUPTI_ERROR_NOT_INITIALIZED:
    case CUPTI_ERROR_UNKNOWN:
        return FUSESCOPE_COLLECTOR_NO_DRIVER;
    case CUPTI_ERROR_NOT_SUPPORTED:
    case CUPTI_ERROR_LEGACY_PROFILER_NOT_SUPPORTED:
    case CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED:
    case CUPTI_ERROR_NOT_COMPATIBLE:
        return FUSESCOPE_COLLECTOR_UNSUPPORTED;
    default:
        // 41 and up: confidential computing, mining cards, MIG, SLI, WSL
        return static_cast<int>(result) >= 41 && static_cast<int>(result) <= 45
            ? FUSESCOPE_COLLECTOR_UNSUPPORTED
            : FUSESCOPE_COLLECTOR_INTERNAL;
    }
}

std::string remedyOf(fusescope_collector_status status)
{
    switch (status) {
    case FUSESCOPE_COLLECTOR_BUSY:
        return "; another profiler has CUPTI in this process: run without it";
    case FUSESCOPE_COLLECTOR_DENIED:
        return "; the driver lets only the administrator trace: load its module with "
               "NVreg_RestrictProfilingToAdminUsers=0";
    case FUSESCOPE_COLLECTOR_NO_DRIVER:
        return "; look at `nvidia-smi`, the driver may be older than this CUPTI";
    case FUSESCOPE_COLLECTOR_UNSUPPORTED:
        return "; this device or its virtual machine cannot be traced";
    default:
        return "";
    }
}

} // namespace

Activity::Activity(CuptiApi api, Inbox& inbox)
    : m_api(std::move(api))
{
    inboxOfTheProcess = &inbox;
    graphExecIdOf = m_api.graphExecId;
}

Outcome<void> Activity::switchOn(ActivityRules rules)
{
    if (auto subscribed = subscribe(); !subscribed)
        return subscribed;
    std::uint8_t zeroed = 1;
    std::size_t size = sizeof(zeroed);
    if (const auto result
        = m_api.setAttribute(CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER, &size, &zeroed);
        result != CUPTI_SUCCESS)
        return refusal(result, "cuptiActivitySetAttribute");
    if (const auto result = m_api.setThreadIdType(CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM);
        result != CUPTI_SUCCESS)
        return refusal(result, "cuptiSetThreadIdType");
    if (const auto result = m_api.registerCallbacks(&giveBuffer, &takeBuffer);
        result != CUPTI_SUCCESS)
        return refusal(result, "cuptiActivityRegisterCallbacks");
    return enableKinds(rules.graphLevel).and_then([&] { return enableApis(rules.allApis); });
}

Outcome<void> Activity::subscribe()
{
    const auto result = m_api.subscribe(&m_subscriber, &noteGraph, nullptr);
    if (result != CUPTI_SUCCESS) {
        m_subscriber = nullptr;
        if (result == CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED)
            askWhoElse();
        return refusal(result, "cuptiSubscribe");
    }
    if (const auto enabled = m_api.enableCallback(
            1, m_subscriber, CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_GRAPHEXEC_CREATED);
        enabled != CUPTI_SUCCESS)
        return refusal(enabled, "cuptiEnableCallback");
    return {};
}

/// CUPTI 13 names the subscriber that is there.
void Activity::askWhoElse()
{
    if (m_api.subscribeV2 == nullptr)
        return;
    std::array<char, 64> name {};
    SubscriberParameters parameters {.subscriberName = "Fusescope",
        .oldSubscriberName = name.data(),
        .oldSubscriberSize = name.size()};
    CUpti_SubscriberHandle handle = nullptr;
    if (m_api.subscribeV2(&handle, &noteGraph, nullptr, &parameters) == CUPTI_SUCCESS)
        m_api.unsubscribe(handle);
    name.back() = '\0';
    m_otherSubscriber = name.data();
}

/// CONCURRENT_KERNEL and never KERNEL, which makes kernels run one after the other.
Outcome<void> Activity::enableKinds(bool graphLevel)
{
    for (const auto kind : {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY,
             CUPTI_ACTIVITY_KIND_MEMSET, CUPTI_ACTIVITY_KIND_OVERHEAD})
        if (auto enabled = enableKind(kind); !enabled)
            return enabled;
    // Copies between devices are a kind of their own; one device can do without it.
    (void)enableKind(CUPTI_ACTIVITY_KIND_MEMCPY2);
    if (graphLevel)
        return enableKind(CUPTI_ACTIVITY_KIND_GRAPH_TRACE);
    return {};
}

Outcome<void> Activity::enableApis(bool allApis)
{
    if (allApis || m_api.enableRuntimeApi == nullptr || m_api.enableDriverApi == nullptr)
        return enableKind(CUPTI_ACTIVITY_KIND_RUNTIME).and_then([&] {
            return enableKind(CUPTI_ACTIVITY_KIND_DRIVER);
        });
    for (const auto& api : listedApis()) {
        if (api.sinceVersion > m_api.version)
            continue;
        const auto enable = api.domain == CUPTI_CB_DOMAIN_RUNTIME_API ? m_api.enableRuntimeApi
                                                                      : m_api.enableDriverApi;
        const auto result = enable(api.id, 1);
        if (result != CUPTI_SUCCESS && api.kind == ApiKind::Launch)
            return refusal(result, "cuptiActivityEnableRuntimeApi");
    }
    return {};
}

Outcome<void> Activity::enableKind(CUpti_ActivityKind kind)
{
    if (const auto result = m_api.enable(kind); result != CUPTI_SUCCESS)
        return refusal(result, "cuptiActivityEnable");
    m_enabled.push_back(kind);
    return {};
}

/// No cuptiFinalize: it may hang in a process that still uses CUDA, and the worker ends anyhow.
void Activity::switchOff()
{
    for (const auto kind : std::exchange(m_enabled, {}))
        m_api.disable(kind);
    if (m_subscriber != nullptr)
        m_api.unsubscribe(std::exchange(m_subscriber, nullptr));
}

Outcome<void> Activity::flush(bool forced)
{
    const auto result = m_api.flushAll(forced ? CUPTI_ACTIVITY_FLAG_FLUSH_FORCED : 0);
    if (result != CUPTI_SUCCESS)
        return refusal(result, "cuptiActivityFlushAll");
    return {};
}

/// Only from our own thread: inside a callback it can lock up.
std::int64_t Activity::takeDropped() const
{
    std::size_t dropped = 0;
    if (m_api.droppedRecords(nullptr, 0, &dropped) != CUPTI_SUCCESS)
        return 0;
    return static_cast<std::int64_t>(dropped);
}

tl::unexpected<Failure> Activity::refusal(CUptiResult result, const char* step) const
{
    const auto status = statusOf(result);
    auto sentence = "no kernels were collected: " + std::string(step) + " gave " + errorText(result)
        + remedyOf(status);
    if (!m_otherSubscriber.empty())
        sentence += " (it is " + m_otherSubscriber + ")";
    return refuse(status, std::move(sentence));
}

} // namespace profiler::collect
