// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <sstream>
#include <string>

namespace profiler {

/// The last line that is not empty; empty: there is none.
[[nodiscard]] inline std::string lastLine(std::istream& lines)
{
    std::string last;
    for (std::string line; std::getline(lines, line);)
        if (!line.empty())
            last = line;
    return last;
}

[[nodiscard]] inline std::string lastLine(const std::string& text)
{
    std::istringstream lines(text);
    return lastLine(lines);
}

} // namespace profiler
