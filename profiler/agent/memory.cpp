// SPDX-License-Identifier: Apache-2.0
#include "profiler/agent/agent.h"
#include "profiler/agent/buffer.h"
#include "profiler/agent/device.h"
#include "profiler/agent/memory_log.h"

#include <torch/csrc/profiler/orchestration/observer.h>

#include <algorithm>
#include <atomic>
#include <c10/core/Allocator.h>
#include <c10/core/CachingDeviceAllocator.h>
#include <c10/util/ThreadLocalDebugInfo.h>
#include <memory>
#include <string>

namespace {

using profiler::agent::MemoryLog;
using torch::profiler::impl::ActiveProfilerType;
using torch::profiler::impl::ProfilerConfig;
using torch::profiler::impl::ProfilerState;
using torch::profiler::impl::ProfilerStateBase;

/// Bytes of torch's CPU allocator, counted from its creation on. Memory of before is not known to
/// it, and freeing that is not reported either: `current` is what was allocated since and lives.
/// A profiler state that is disabled, not just a memory reporter: torch casts what lies in the slot
/// to one and reads its config, in every autograd.Function for instance.
class HostMemory final : public ProfilerStateBase {
public:
    HostMemory()
        : ProfilerStateBase(ProfilerConfig(ProfilerState::Disabled))
    {
    }

    void reportMemoryUsage(void* address, std::int64_t bytes, std::size_t allocated,
        std::size_t reserved, c10::Device device) override
    {
        fusescope_memory_event event {.address = reinterpret_cast<std::uintptr_t>(address),
            .bytes = bytes,
            .in_use = static_cast<std::int64_t>(allocated),
            .reserved = static_cast<std::int64_t>(reserved),
            .on_device = device.is_cpu() ? 0 : 1};
        if (device.is_cpu()) {
            event.in_use = count(bytes);
            event.reserved = 0;
        }
        if (m_log)
            m_log->add(event);
    }

    [[nodiscard]] bool memoryProfilingEnabled() const override { return true; }

    ActiveProfilerType profilerType() override { return ActiveProfilerType::NONE; }

    /// Before anything is counted that is to be kept.
    void keepEvents(std::size_t capacity) { m_log = std::make_unique<MemoryLog>(capacity); }

    [[nodiscard]] MemoryLog* log() { return m_log.get(); }

    void resetPeak() { m_peak.store(m_current.load()); }

    [[nodiscard]] std::int64_t current() const { return m_current.load(); }

    [[nodiscard]] std::int64_t peak() const { return m_peak.load(); }

private:
    /// In use after it.
    std::int64_t count(std::int64_t bytes)
    {
        const auto now = m_current.fetch_add(bytes) + bytes;
        auto peak = m_peak.load();
        while (now > peak && !m_peak.compare_exchange_weak(peak, now)) { }
        return now;
    }

    std::unique_ptr<MemoryLog> m_log; ///< where events are kept
    std::atomic<std::int64_t> m_current {0};
    std::atomic<std::int64_t> m_peak {0};
};

std::shared_ptr<HostMemory>& hostMemory()
{
    static std::shared_ptr<HostMemory> instance;
    return instance;
}

/// Of the chosen device; null on the CPU and before torch has initialised the device.
c10::DeviceAllocator* deviceAllocator()
{
    const auto device = profiler::agent::chosenDevice();
    if (!device)
        return nullptr;
    auto* allocator = c10::getDeviceAllocator(device->type());
    return allocator->initialized() ? allocator : nullptr;
}

std::string hostAsJson()
{
    const auto& host = hostMemory();
    if (!host)
        return "null";
    return "{\"current\": " + std::to_string(host->current())
        + ", \"peak\": " + std::to_string(host->peak()) + "}";
}

std::string deviceAsJson()
{
    auto* allocator = deviceAllocator();
    if (allocator == nullptr)
        return "null";
    const auto stats = allocator->getDeviceStats(profiler::agent::chosenDevice()->index());
    const auto& allocated = stats.allocated_bytes[0]; // 0 = all pools
    const auto& reserved = stats.reserved_bytes[0];
    return "{\"allocated\": " + std::to_string(allocated.current) + ", \"allocated_peak\": "
        + std::to_string(allocated.peak) + ", \"reserved\": " + std::to_string(reserved.current)
        + ", \"reserved_peak\": " + std::to_string(reserved.peak) + "}";
}

/// Runs `body`, keeps what torch throws for agent_last_error and returns -1 then.
template <typename Body>
auto guardedValue(const Body& body) -> decltype(body())
{
    try {
        return body();
    } catch (const std::exception& error) {
        profiler::agent::holdError(profiler::agent::describe(error));
        return -1;
    }
}

} // namespace

int agent_memory_start(void)
{
    return guardedValue([] {
        if (hostMemory()) {
            profiler::agent::holdError("the memory observer is on already");
            return -1;
        }
        auto memory = std::make_shared<HostMemory>();
        // The profiler's slot is the one that the allocators report to.
        c10::ThreadLocalDebugInfo::_push(c10::DebugInfoKind::PROFILER_STATE, memory);
        hostMemory() = std::move(memory);
        return 0;
    });
}

int agent_memory_stop(void)
{
    return guardedValue([] {
        if (!hostMemory()) {
            profiler::agent::holdError("the memory observer is not on");
            return -1;
        }
        c10::ThreadLocalDebugInfo::_pop(c10::DebugInfoKind::PROFILER_STATE);
        hostMemory().reset();
        return 0;
    });
}

int agent_memory_reset(void)
{
    return guardedValue([] {
        if (hostMemory())
            hostMemory()->resetPeak();
        if (auto* allocator = deviceAllocator())
            allocator->resetPeakStats(profiler::agent::chosenDevice()->index());
        return 0;
    });
}

int64_t agent_memory_read(char* buffer, int64_t size)
{
    return guardedValue([&]() -> std::int64_t {
        const auto text = "{\"host\": " + hostAsJson() + ", \"device\": " + deviceAsJson() + "}";
        return profiler::agent::copyOut(text, buffer, size);
    });
}

int agent_memory_log_start(int64_t capacity)
{
    return guardedValue([&] {
        if (!hostMemory() || capacity < 1) {
            profiler::agent::holdError("events are kept while memory is counted, and need room");
            return -1;
        }
        constexpr std::int64_t most = 1 << 22;
        hostMemory()->keepEvents(static_cast<std::size_t>(std::min(capacity, most)));
        return 0;
    });
}

int64_t agent_memory_log_read(fusescope_memory_event* events, int64_t capacity, int64_t* lost)
{
    return guardedValue([&]() -> std::int64_t {
        auto* log = hostMemory() ? hostMemory()->log() : nullptr;
        if (log == nullptr) {
            profiler::agent::holdError("no events of memory are kept");
            return -1;
        }
        *lost = log->lost();
        return log->take(events, capacity);
    });
}
