// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/collect/name_table.h"

#include <array>
#include <cstdint>

namespace profiler::collect {

/// Ids of kernel names by the address that a record gives. An address is trusted within one buffer
/// alone: after a module is unloaded, another name may lie there.
class KernelNames {
public:
    explicit KernelNames(NameTable& names)
        : m_names(names)
    {
    }

    void beginBuffer() { ++m_buffer; }

    [[nodiscard]] std::int32_t idOf(const char* name);

private:
    struct Slot {
        const char* name = nullptr;
        std::int32_t id = 0;
        std::uint32_t buffer = 0; ///< the slot is empty for every other one
    };

    static constexpr std::size_t slots = 4096;

    NameTable& m_names;
    std::array<Slot, slots> m_slots;
    std::uint32_t m_buffer = 1;
};

} // namespace profiler::collect
