// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/trace.h"

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

} // namespace profiler::collect
