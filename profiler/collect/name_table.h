// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/trace_rows.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace profiler::collect {

/// Each text of a trace once, numbered from 1.
class NameTable {
public:
    [[nodiscard]] std::int32_t idOf(std::string_view text);

    /// Names that came since the last time; they have to be written before the rows that use them.
    [[nodiscard]] TraceNames takeNew();

private:
    struct Hash {
        using is_transparent = void; // NOLINT(readability-identifier-naming): the library's word

        std::size_t operator()(std::string_view text) const
        {
            return std::hash<std::string_view>()(text);
        }
    };

    std::unordered_map<std::string, std::int32_t, Hash, std::equal_to<>> m_ids;
    TraceNames m_new;
};

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
