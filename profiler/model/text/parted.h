// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace profiler {

/// The parts between separators, empty ones too; views into `text`.
[[nodiscard]] inline std::vector<std::string_view> parted(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    for (;;) {
        const auto end = std::min(text.find(separator), text.size());
        parts.push_back(text.substr(0, end));
        if (end == text.size())
            return parts;
        text.remove_prefix(end + 1);
    }
}

} // namespace profiler
