// SPDX-License-Identifier: Apache-2.0
// A library that looks like CUPTI and plays records that a test made up. FAKE_CUPTI_VERSION says
// which version; FAKE_CUPTI_WITHOUT_FLUSH leaves a function out that is needed.
#include "fake_cupti.h"

#include "made_up_records.h"
#include "profiler/collect/cupti_api.h"

#include <cupti_activity.h>
#include <cupti_callbacks.h>
#include <cupti_runtime_cbid.h>
#include <cupti_version.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

using collect_test::RecordSizes;

constexpr std::uint32_t version = FAKE_CUPTI_VERSION;
constexpr RecordSizes sizes = version >= 130000 ? collect_test::cupti130 : collect_test::cupti124;

#if CUPTI_API_VERSION >= 130000
using Subscriber = CUpti_SubscriberParams;
#else
using Subscriber = profiler::collect::SubscriberParameters;
#endif

/// One thread of CUPTI with the buffer that it fills.
struct Player {
    std::mutex mutex;
    std::uint8_t* buffer = nullptr;
    std::size_t used = 0;
    std::size_t room = 0;
};

struct Fake {
    std::mutex mutex;
    std::vector<Player*> players;
    std::vector<std::thread> threads;
    std::string calls;
    CUpti_BuffersCallbackRequestFunc request = nullptr;
    CUpti_BuffersCallbackCompleteFunc complete = nullptr;
    CUpti_CallbackFunc callback = nullptr;
    FakeFlush flush = FlushAsUsual;
    std::size_t dropped = 0;
    std::atomic<std::size_t> lost {0};
    std::atomic<std::size_t> dirty {0};
};

Fake& fake()
{
    static auto* instance = new Fake;
    return *instance;
}

/// What FAKE_CUPTI_FAIL says of a function.
CUptiResult resultOf(const char* function)
{
    const char* failures = std::getenv("FAKE_CUPTI_FAIL"); // NOLINT(concurrency-mt-unsafe)
    const std::string text = failures == nullptr ? "" : std::string(failures) + ",";
    const auto at = text.find(std::string(function) + "=");
    if (at == std::string::npos)
        return CUPTI_SUCCESS;
    return static_cast<CUptiResult>(std::stoi(text.substr(text.find('=', at) + 1)));
}

CUptiResult note(const char* function, const std::string& call)
{
    const std::lock_guard lock(fake().mutex);
    fake().calls += call + "\n";
    return resultOf(function);
}

void completeBuffer(Player& player)
{
    if (player.buffer == nullptr)
        return;
    auto* buffer = std::exchange(player.buffer, nullptr);
    fake().complete(nullptr, 0, buffer, player.room, player.used);
}

bool requestBuffer(Player& player)
{
    std::size_t most = 0;
    player.used = 0;
    fake().request(&player.buffer, &player.room, &most);
    if (player.buffer == nullptr)
        return false;
    if (std::any_of(player.buffer, player.buffer + player.room,
            [](std::uint8_t byte) { return byte != 0; }))
        ++fake().dirty;
    return true;
}

/// False: no more records, or none that a buffer can hold.
bool playOne(Player& player, FakeSource source, void* context)
{
    const std::lock_guard lock(player.mutex);
    if (player.buffer == nullptr && !requestBuffer(player)) {
        std::vector<std::uint64_t> nowhere(64);
        const bool more = source(context, reinterpret_cast<std::uint8_t*>(nowhere.data()), 512) > 0;
        fake().lost += more ? 1 : 0;
        return more;
    }
    const long written = source(context, player.buffer + player.used, player.room - player.used);
    if (written == 0)
        completeBuffer(player);
    else if (written > 0)
        player.used += static_cast<std::size_t>(written);
    return written >= 0;
}

} // namespace

// NOLINTBEGIN(readability-identifier-naming): C names
extern "C" {

CUptiResult cuptiGetVersion(std::uint32_t* out)
{
    *out = version;
    return resultOf("cuptiGetVersion");
}

CUptiResult cuptiSubscribe(
    CUpti_SubscriberHandle* subscriber, CUpti_CallbackFunc callback, void* /*user*/)
{
    const auto result = note("cuptiSubscribe", "subscribe");
    if (result != CUPTI_SUCCESS)
        return result;
    fake().callback = callback;
    *subscriber = reinterpret_cast<CUpti_SubscriberHandle>(&fake());
    return result;
}

#if FAKE_CUPTI_VERSION >= 130000
CUptiResult cuptiSubscribe_v2(CUpti_SubscriberHandle* /*subscriber*/,
    CUpti_CallbackFunc /*callback*/, void* /*user*/, Subscriber* parameters)
{
    std::strncpy(
        parameters->oldSubscriberName, "CUPTI for Kineto", parameters->oldSubscriberSize - 1);
    return CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED;
}
#endif

CUptiResult cuptiUnsubscribe(CUpti_SubscriberHandle /*subscriber*/)
{
    return note("cuptiUnsubscribe", "unsubscribe");
}

CUptiResult cuptiEnableCallback(std::uint32_t enable, CUpti_SubscriberHandle /*subscriber*/,
    CUpti_CallbackDomain domain, CUpti_CallbackId id)
{
    return note("cuptiEnableCallback",
        "callback " + std::to_string(domain) + " " + std::to_string(id) + " "
            + std::to_string(enable));
}

CUptiResult cuptiActivityRegisterCallbacks(
    CUpti_BuffersCallbackRequestFunc request, CUpti_BuffersCallbackCompleteFunc complete)
{
    fake().request = request;
    fake().complete = complete;
    return note("cuptiActivityRegisterCallbacks", "register");
}

CUptiResult cuptiActivitySetAttribute(
    CUpti_ActivityAttribute attribute, std::size_t* /*size*/, void* value)
{
    return note("cuptiActivitySetAttribute",
        "attribute " + std::to_string(attribute) + " "
            + std::to_string(*static_cast<const std::uint8_t*>(value)));
}

CUptiResult cuptiSetThreadIdType(CUpti_ActivityThreadIdType type)
{
    return note("cuptiSetThreadIdType", "thread ids " + std::to_string(type));
}

CUptiResult cuptiActivityEnable(CUpti_ActivityKind kind)
{
    return note("cuptiActivityEnable", "enable " + std::to_string(kind));
}

CUptiResult cuptiActivityDisable(CUpti_ActivityKind kind)
{
    return note("cuptiActivityDisable", "disable " + std::to_string(kind));
}

#if FAKE_CUPTI_VERSION >= 24
CUptiResult cuptiActivityEnableRuntimeApi(CUpti_CallbackId id, std::uint8_t enable)
{
    return note("cuptiActivityEnableRuntimeApi",
        "runtime " + std::to_string(id) + (enable != 0 ? "" : " off"));
}

CUptiResult cuptiActivityEnableDriverApi(CUpti_CallbackId id, std::uint8_t enable)
{
    return note("cuptiActivityEnableDriverApi",
        "driver " + std::to_string(id) + (enable != 0 ? "" : " off"));
}
#endif

#ifndef FAKE_CUPTI_WITHOUT_FLUSH
CUptiResult cuptiActivityFlushAll(std::uint32_t flags)
{
    const auto result = note("cuptiActivityFlushAll", "flush " + std::to_string(flags));
    const bool forced = flags != 0;
    if (result != CUPTI_SUCCESS || fake().flush == FlushNothing
        || (fake().flush == FlushOnlyForced && !forced))
        return result;
    std::vector<Player*> players;
    {
        const std::lock_guard lock(fake().mutex);
        players = fake().players;
    }
    for (auto* player : players) {
        const std::lock_guard lock(player->mutex);
        completeBuffer(*player);
    }
    return result;
}
#endif

CUptiResult cuptiActivityGetNumDroppedRecords(
    CUcontext /*context*/, std::uint32_t /*stream*/, std::size_t* dropped)
{
    *dropped = std::exchange(fake().dropped, 0);
    return note("cuptiActivityGetNumDroppedRecords", "dropped");
}

CUptiResult cuptiActivityGetNextRecord(
    std::uint8_t* buffer, std::size_t bytes, CUpti_Activity** record)
{
    return collect_test::nextRecord(sizes, buffer, bytes, record);
}

CUptiResult cuptiGetCallbackName(
    CUpti_CallbackDomain /*domain*/, std::uint32_t id, const char** name)
{
    *name = id == CUPTI_RUNTIME_TRACE_CBID_cudaGetDevice_v3020 ? "cudaGetDevice_v3020" : nullptr;
    return *name == nullptr ? CUPTI_ERROR_INVALID_PARAMETER : CUPTI_SUCCESS;
}

CUptiResult cuptiGetGraphExecId(CUgraphExec graph, std::uint32_t* id)
{
    *id = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(graph));
    return CUPTI_SUCCESS;
}

void fake_cupti_play(FakeSource source, void* context)
{
    const std::lock_guard lock(fake().mutex);
    auto* player
        = fake().players.emplace_back(new Player); // NOLINT(cppcoreguidelines-owning-memory)
    fake().threads.emplace_back([=] {
        while (playOne(*player, source, context)) { }
    });
}

void fake_cupti_wait()
{
    std::vector<std::thread> threads;
    {
        const std::lock_guard lock(fake().mutex);
        threads.swap(fake().threads);
    }
    for (auto& thread : threads)
        thread.join();
}

void fake_cupti_set_flush(FakeFlush flush)
{
    fake().flush = flush;
}

void fake_cupti_set_dropped(std::size_t records)
{
    fake().dropped = records;
}

void fake_cupti_create_graph(std::uint32_t graphId)
{
    CUpti_GraphData graph {};
    graph.graphExec = reinterpret_cast<CUgraphExec>(static_cast<std::uintptr_t>(graphId));
    CUpti_ResourceData resource {};
    resource.resourceDescriptor = &graph;
    fake().callback(
        nullptr, CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_GRAPHEXEC_CREATED, &resource);
}

std::size_t fake_cupti_lost()
{
    return fake().lost;
}

std::size_t fake_cupti_dirty_buffers()
{
    return fake().dirty;
}

const char* fake_cupti_calls()
{
    return fake().calls.c_str();
}
}
// NOLINTEND(readability-identifier-naming)
