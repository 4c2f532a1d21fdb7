// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace profiler {

/// Without white space at both ends; a view into `text`.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view space = " \t\n\r\f\v";
    const auto begin = text.find_first_not_of(space);
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(space) - begin + 1);
}

} // namespace profiler
