// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/collect/record_layout.h"
#include "profiler/model/trace_rows.h"

#include <array>
#include <cstdint>
#include <vector>

namespace profiler::collect {

/// Each launch shape of a trace once, numbered from 1.
class ShapeTable {
public:
    ShapeTable();

    [[nodiscard]] std::int32_t idOf(const KernelRecord& kernel);

    /// Shapes that came since the last time.
    [[nodiscard]] LaunchShapes takeNew();

private:
    /// Grid, block, shared and local memory as they lie in a record, registers, cluster; in words
    /// of 64 bits, which compare and mix in half the time.
    using Key = std::array<std::uint64_t, 6>;

    struct Slot {
        Key key {};
        std::int32_t id = 0; ///< 0 = empty
    };

    [[nodiscard]] static Key keyOf(const KernelRecord& kernel);
    [[nodiscard]] Slot& slotFor(const Key& key);
    void grow();
    std::int32_t add(Slot& slot, const Key& key);

    std::vector<Slot> m_slots; ///< open addressing; the size is a power of two
    std::int32_t m_count = 0;
    Key m_lastKey {};
    std::int32_t m_lastId = 0;
    LaunchShapes m_new;
};

} // namespace profiler::collect
