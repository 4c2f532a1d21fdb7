// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace profiler::collect {

/// Stands in front of the memory that CUPTI writes its records to.
struct alignas(64) Buffer {
    Buffer* next = nullptr; ///< in the queue of filled buffers
    std::size_t validBytes = 0; ///< that CUPTI filled
    std::uint32_t index = 0; ///< in its pool

    [[nodiscard]] std::uint8_t* data() { return reinterpret_cast<std::uint8_t*>(this + 1); }

    [[nodiscard]] static Buffer* of(std::uint8_t* data)
    {
        return reinterpret_cast<Buffer*>(data) - 1;
    }
};

struct PoolRules {
    std::size_t bufferBytes = std::size_t {4} << 20U;
    std::uint32_t first = 16;
    std::uint32_t step = 8;
    std::uint32_t most = 128;
    bool mayRefuse = true; ///< CUPTI before 12.9 may crash when it gets no buffer
};

/// Buffers of zeros for CUPTI. Taking one happens inside the user's launch: no lock, and a free
/// list that is empty is the only reason to allocate there. Memory is never freed: CUPTI may keep a
/// buffer for as long as the process lives.
class BufferPool {
public:
    explicit BufferPool(PoolRules rules);

    /// nullptr: refused. From any thread.
    [[nodiscard]] Buffer* take();
    /// All zeros again. From one thread.
    void giveBack(Buffer* buffer);
    /// Makes more before they are needed; from the thread that gives back. False: no memory.
    bool keepAhead();

    [[nodiscard]] std::size_t bufferBytes() const { return m_rules.bufferBytes; }

    [[nodiscard]] std::uint64_t refused() const { return m_refused.load(); }

    /// Beyond the limit, since they could not be refused.
    [[nodiscard]] std::uint64_t overgrown() const { return m_overgrown.load(); }

    [[nodiscard]] std::uint64_t made() const { return m_made.load(); }

private:
    static constexpr std::uint32_t slotsBeyond = 1024;

    [[nodiscard]] Buffer* allocate(std::uint32_t most);
    [[nodiscard]] Buffer* pop();

    PoolRules m_rules;
    std::uint32_t m_slots;
    std::unique_ptr<std::atomic<Buffer*>[]> m_buffers; ///< by index
    std::unique_ptr<std::atomic<std::uint32_t>[]> m_nextFree; ///< by index; index + 1, 0 = none
    /// Upper half: counts changes, so that a pop between two others is seen; lower: index + 1.
    std::atomic<std::uint64_t> m_free {0};
    std::atomic<std::uint32_t> m_freeCount {0};
    std::atomic<std::uint32_t> m_made {0};
    std::atomic<std::uint64_t> m_refused {0};
    std::atomic<std::uint64_t> m_overgrown {0};
};

/// Filled buffers on their way from CUPTI's threads to the decoder: pushing is one exchange.
class FilledBuffers {
public:
    /// From any thread.
    void push(Buffer* buffer);
    /// All that are there, the oldest first, linked by `next`. From one thread.
    [[nodiscard]] Buffer* takeAll();

private:
    std::atomic<Buffer*> m_newest {nullptr};
};

} // namespace profiler::collect
