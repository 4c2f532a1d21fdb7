// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/text/lines.h"
#include "profiler/model/text/trimmed.h"

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

/// Small questions about text that torch wrote.
namespace profiler {

/// The digits that `text` begins with, where they fit.
[[nodiscard]] inline std::optional<int> leadingNumber(std::string_view text)
{
    int number = 0;
    if (text.empty() || text.front() == '-')
        return std::nullopt;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    if (parsed.ec != std::errc {})
        return std::nullopt;
    return number;
}

/// Before and after the first `mark`; both empty parts are possible. nullopt: there is none.
struct TextParts {
    std::string_view before;
    std::string_view after;
};

[[nodiscard]] inline std::optional<TextParts> partsAround(
    std::string_view text, std::string_view mark)
{
    const auto at = text.find(mark);
    if (at == std::string_view::npos)
        return std::nullopt;
    return TextParts {.before = text.substr(0, at), .after = text.substr(at + mark.size())};
}

} // namespace profiler
