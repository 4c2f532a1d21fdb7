// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/shape_table.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace profiler::collect {

namespace {

constexpr std::size_t firstSlots = 256;
constexpr std::size_t wordsInRecord = 9;
static_assert(offsetof(KernelRecord, localMemoryPerThread) + sizeof(std::uint32_t)
    == offsetof(KernelRecord, gridX) + wordsInRecord * sizeof(std::uint32_t));

std::size_t mixed(const std::array<std::uint32_t, 11>& key)
{
    std::uint64_t sum = 0;
    for (const auto word : key) {
        sum = (sum ^ word) * 0x9e3779b97f4a7c15U;
        sum ^= sum >> 32U;
    }
    return sum;
}

std::uint32_t clusterByte(std::uint32_t extent)
{
    return std::min<std::uint32_t>(extent, 255);
}

} // namespace

ShapeTable::ShapeTable()
    : m_slots(firstSlots)
{
}

ShapeTable::Key ShapeTable::keyOf(const KernelRecord& kernel)
{
    Key key {};
    std::memcpy(key.data(),
        reinterpret_cast<const std::uint8_t*>(&kernel) + offsetof(KernelRecord, gridX),
        wordsInRecord * sizeof(std::uint32_t));
    key[wordsInRecord] = kernel.registersPerThread;
    key[wordsInRecord + 1] = clusterByte(kernel.clusterX) | clusterByte(kernel.clusterY) << 8U
        | clusterByte(kernel.clusterZ) << 16U;
    return key;
}

std::int32_t ShapeTable::idOf(const KernelRecord& kernel)
{
    const auto key = keyOf(kernel);
    if (m_lastId != 0 && key == m_lastKey)
        return m_lastId;
    auto& slot = slotFor(key);
    m_lastId = slot.id != 0 ? slot.id : add(slot, key);
    m_lastKey = key;
    return m_lastId;
}

LaunchShapes ShapeTable::takeNew()
{
    return std::exchange(m_new, {});
}

ShapeTable::Slot& ShapeTable::slotFor(const Key& key)
{
    const auto mask = m_slots.size() - 1;
    auto at = mixed(key) & mask;
    while (m_slots[at].id != 0 && m_slots[at].key != key)
        at = (at + 1) & mask;
    return m_slots[at];
}

std::int32_t ShapeTable::add(Slot& slot, const Key& key)
{
    slot = {.key = key, .id = ++m_count};
    const auto id = slot.id;
    const auto signedWord = [&](std::size_t i) { return static_cast<std::int32_t>(key[i]); };
    const auto cluster = key[wordsInRecord + 1];
    m_new.push_back({.id = id,
        .grid = {signedWord(0), signedWord(1), signedWord(2)},
        .block = {signedWord(3), signedWord(4), signedWord(5)},
        .cluster = {static_cast<std::uint8_t>(cluster & 255U),
            static_cast<std::uint8_t>(cluster >> 8U & 255U),
            static_cast<std::uint8_t>(cluster >> 16U & 255U)},
        .registers = static_cast<std::int32_t>(key[wordsInRecord]),
        .staticSharedBytes = signedWord(6),
        .dynamicSharedBytes = signedWord(7),
        .localBytes = key[8]});
    if (2 * static_cast<std::size_t>(m_count) > m_slots.size())
        grow();
    return id;
}

void ShapeTable::grow()
{
    const auto before = std::exchange(m_slots, std::vector<Slot>(2 * m_slots.size()));
    for (const auto& slot : before)
        if (slot.id != 0)
            slotFor(slot.key) = slot;
}

} // namespace profiler::collect
