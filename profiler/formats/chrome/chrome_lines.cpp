// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/chrome/chrome_lines.h"

namespace profiler {

namespace {

constexpr std::size_t mostLines = 64; // of one thread, so that no file makes the search slow

} // namespace

std::int64_t ChromeLines::threadFor(std::int64_t process, std::int64_t thread, Nesting nesting,
    std::int64_t startNs, std::int64_t endNs)
{
    auto& lines = m_lines[{process, thread}];
    for (std::size_t number = 0;; ++number) {
        if (number == lines.size())
            lines.push_back({.line = {.process = process,
                                 .thread = number == 0 ? thread : m_nextThread++,
                                 .of = thread,
                                 .number = number,
                                 .nesting = nesting}});
        auto& [line, ends] = lines[number];
        while (!ends.empty() && ends.back() <= startNs)
            ends.pop_back();
        const bool fits = ends.empty() || (nesting == Nesting::Allowed && endNs <= ends.back());
        if (!fits && number + 1 < mostLines)
            continue;
        ends.push_back(endNs);
        return line.thread;
    }
}

std::vector<ChromeLines::Line> ChromeLines::lines() const
{
    std::vector<Line> all;
    for (const auto& [key, lines] : m_lines)
        for (const auto& open : lines)
            all.push_back(open.line);
    return all;
}

} // namespace profiler
