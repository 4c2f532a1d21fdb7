// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/buffer_pool.h"

#include <cstring>
#include <new>
#include <sys/mman.h>

namespace profiler::collect {

namespace {

constexpr std::uint64_t lower = 0xffffffffU;

std::uint64_t changed(std::uint64_t head, std::uint32_t place)
{
    return ((head >> 32U) + 1) << 32U | place;
}

/// Touched here and not in a launch: the first touch of a buffer costs about a millisecond.
void* touchedMemory(std::size_t bytes)
{
    void* memory = ::mmap(
        nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    return memory == MAP_FAILED ? nullptr : memory;
}

} // namespace

BufferPool::BufferPool(PoolRules rules)
    : m_rules(rules)
    , m_slots(rules.most + (rules.mayRefuse ? 0 : slotsBeyond))
    , m_buffers(std::make_unique<std::atomic<Buffer*>[]>(m_slots))
    , m_nextFree(std::make_unique<std::atomic<std::uint32_t>[]>(m_slots))
{
    for (std::uint32_t i = 0; i < rules.first; ++i)
        if (auto* buffer = allocate(rules.most); buffer != nullptr)
            giveBack(buffer);
}

Buffer* BufferPool::take()
{
    if (auto* buffer = pop(); buffer != nullptr)
        return buffer;
    if (auto* buffer = allocate(m_rules.most); buffer != nullptr)
        return buffer;
    if (!m_rules.mayRefuse)
        if (auto* buffer = allocate(m_slots); buffer != nullptr) {
            ++m_overgrown;
            return buffer;
        }
    ++m_refused;
    return nullptr;
}

void BufferPool::giveBack(Buffer* buffer)
{
    auto head = m_free.load(std::memory_order_relaxed);
    do
        m_nextFree[buffer->index].store(
            static_cast<std::uint32_t>(head & lower), std::memory_order_relaxed);
    while (!m_free.compare_exchange_weak(head, changed(head, buffer->index + 1),
        std::memory_order_release, std::memory_order_relaxed));
    ++m_freeCount;
}

bool BufferPool::keepAhead()
{
    if (m_freeCount.load() >= m_rules.step / 2)
        return true;
    for (std::uint32_t i = 0; i < m_rules.step && m_made.load() < m_rules.most; ++i) {
        auto* buffer = allocate(m_rules.most);
        if (buffer == nullptr)
            return m_made.load() >= m_rules.most;
        giveBack(buffer);
    }
    return true;
}

Buffer* BufferPool::pop()
{
    auto head = m_free.load(std::memory_order_acquire);
    while ((head & lower) != 0) {
        const auto index = static_cast<std::uint32_t>(head & lower) - 1;
        const auto next = m_nextFree[index].load(std::memory_order_relaxed);
        if (m_free.compare_exchange_weak(head, changed(head, next), std::memory_order_acquire)) {
            --m_freeCount;
            return m_buffers[index].load(std::memory_order_acquire);
        }
    }
    return nullptr;
}

Buffer* BufferPool::allocate(std::uint32_t most)
{
    auto index = m_made.load();
    do
        if (index >= most)
            return nullptr;
    while (!m_made.compare_exchange_weak(index, index + 1));
    void* memory = touchedMemory(sizeof(Buffer) + m_rules.bufferBytes);
    if (memory == nullptr)
        return nullptr; // the place stays empty; nothing points to it
    auto* buffer = new (memory) Buffer;
    buffer->index = index;
    m_buffers[index].store(buffer, std::memory_order_release);
    return buffer;
}

void FilledBuffers::push(Buffer* buffer)
{
    buffer->next = m_newest.load(std::memory_order_relaxed);
    while (!m_newest.compare_exchange_weak(
        buffer->next, buffer, std::memory_order_release, std::memory_order_relaxed)) { }
}

Buffer* FilledBuffers::takeAll()
{
    auto* newest = m_newest.exchange(nullptr, std::memory_order_acquire);
    Buffer* oldest = nullptr;
    while (newest != nullptr) {
        auto* before = newest->next;
        newest->next = oldest;
        oldest = newest;
        newest = before;
    }
    return oldest;
}

} // namespace profiler::collect
