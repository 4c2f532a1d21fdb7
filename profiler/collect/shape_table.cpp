// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/shape_table.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace profiler::collect {

namespace {

constexpr std::size_t firstSlots = 256;
constexpr std::size_t fieldsInRecord = 9;
static_assert(offsetof(KernelRecord, localMemoryPerThread) + sizeof(std::uint32_t)
    == offsetof(KernelRecord, gridX) + fieldsInRecord * sizeof(std::uint32_t));

/// The products do not wait for each other.
std::size_t mixed(const std::array<std::uint64_t, 6>& key)
{
    constexpr std::uint64_t prime = 0x9e3779b97f4a7c15U;
    const auto sum = key[0] * prime + (key[1] ^ prime) * 0xc2b2ae3d27d4eb4fU
        + key[2] * 0x165667b19e3779f9U + (key[3] ^ prime) * 0x85ebca77c2b2ae63U
        + key[4] * 0x27d4eb2f165667c5U + key[5] * 0xff51afd7ed558ccdU;
    return (sum ^ sum >> 32U) * prime >> 20U;
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
        fieldsInRecord * sizeof(std::uint32_t));
    key[5] = std::uint64_t {kernel.registersPerThread} << 32U | clusterByte(kernel.clusterX)
        | clusterByte(kernel.clusterY) << 8U | clusterByte(kernel.clusterZ) << 16U;
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
    std::array<std::int32_t, fieldsInRecord> word {};
    std::memcpy(word.data(), key.data(), sizeof(word));
    m_new.push_back({.id = id,
        .grid = {word[0], word[1], word[2]},
        .block = {word[3], word[4], word[5]},
        .cluster
        = {static_cast<std::uint8_t>(key[5] & 255U), static_cast<std::uint8_t>(key[5] >> 8U & 255U),
            static_cast<std::uint8_t>(key[5] >> 16U & 255U)},
        .registers = static_cast<std::int32_t>(key[5] >> 32U),
        .staticSharedBytes = word[6],
        .dynamicSharedBytes = word[7],
        .localBytes = static_cast<std::uint32_t>(word[8])});
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
