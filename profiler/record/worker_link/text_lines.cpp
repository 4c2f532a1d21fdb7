// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/worker_link/text_lines.h"

#include "profiler/model/text/utf8_symbol.h"

#include <cstdint>
#include <utility>

namespace profiler {
namespace {

bool isContinuation(char c)
{
    return (static_cast<std::uint8_t>(c) & 0xC0U) == 0x80U;
}

} // namespace

std::string cleanText(std::string_view text)
{
    return withoutControls(text, "\t");
}

std::string shortened(std::string text, std::size_t most)
{
    constexpr std::string_view ellipsis = "\xE2\x80\xA6";
    if (text.size() <= most)
        return text;
    auto end = most > ellipsis.size() ? most - ellipsis.size() : 0;
    while (end > 0 && isContinuation(text[end]))
        --end;
    text.resize(end);
    return text += ellipsis;
}

std::vector<std::string> LineSplitter::push(std::string_view bytes)
{
    std::vector<std::string> lines;
    for (const char c : bytes) {
        if (c == '\n') {
            lines.push_back(std::exchange(m_line, {}));
            m_returned = false;
            continue;
        }
        if (std::exchange(m_returned, c == '\r'))
            m_line.clear();
        if (c == '\r')
            continue;
        if (m_line.size() < m_limit)
            m_line.push_back(c);
    }
    return lines;
}

std::string LineSplitter::rest()
{
    m_returned = false;
    return std::exchange(m_line, {});
}

} // namespace profiler
