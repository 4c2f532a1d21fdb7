// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace profiler {

/// The word for a value of an enum.
template <typename Enum>
using EnumRow = std::pair<Enum, std::string_view>;

/// Empty for a value that has no row.
template <typename Enum, std::size_t count>
[[nodiscard]] std::string textOf(const std::array<EnumRow<Enum>, count>& rows, Enum value)
{
    for (const auto& [each, text] : rows)
        if (each == value)
            return std::string(text);
    return {};
}

} // namespace profiler
