// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/worker_link/text_lines.h"

#include <cstdint>
#include <utility>

namespace profiler {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

bool isContinuation(char c)
{
    return (static_cast<std::uint8_t>(c) & 0xC0U) == 0x80U;
}

/// Bytes of the valid sequence that `text` begins with; 0 = not valid.
std::size_t sequenceLength(std::string_view text)
{
    const auto first = static_cast<std::uint8_t>(text.front());
    if (first < 0x80)
        return 1;
    const std::size_t length = first >= 0xC2 && first <= 0xDF ? 2
        : first >= 0xE0 && first <= 0xEF                      ? 3
        : first >= 0xF0 && first <= 0xF4                      ? 4
                                                              : 0;
    if (length == 0 || text.size() < length)
        return 0;
    for (std::size_t i = 1; i < length; ++i)
        if (!isContinuation(text[i]))
            return 0;
    const auto second = static_cast<std::uint8_t>(text[1]);
    const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
    const bool surrogate = first == 0xED && second >= 0xA0;
    const bool beyond = first == 0xF4 && second >= 0x90;
    return overlong || surrogate || beyond ? 0 : length;
}

bool isHiddenControl(char c)
{
    const auto byte = static_cast<std::uint8_t>(c);
    return (byte < 0x20 && c != '\t') || byte == 0x7F;
}

} // namespace

std::string cleanText(std::string_view text)
{
    std::string clean;
    clean.reserve(text.size());
    while (!text.empty()) {
        const auto length = sequenceLength(text);
        if (length == 0)
            clean += replacement;
        else if (length > 1 || !isHiddenControl(text.front()))
            clean += text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return clean;
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
            m_overflowed = false;
            continue;
        }
        if (std::exchange(m_returned, c == '\r'))
            m_line.clear();
        if (c == '\r')
            continue;
        if (m_line.size() < m_limit)
            m_line.push_back(c);
        else
            m_overflowed = true;
    }
    return lines;
}

std::string LineSplitter::rest()
{
    m_returned = false;
    m_overflowed = false;
    return std::exchange(m_line, {});
}

} // namespace profiler
