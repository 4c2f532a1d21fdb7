// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/text_table.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>

namespace profiler {
namespace {

constexpr char32_t replacement = 0xfffd;

struct Symbol {
    char32_t code = 0;
    std::size_t bytes = 1;
};

std::size_t sequenceLength(unsigned char lead)
{
    if (lead < 0x80)
        return 1;
    if (lead >= 0xc2 && lead < 0xe0)
        return 2;
    if (lead >= 0xe0 && lead < 0xf0)
        return 3;
    return lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
}

/// The first symbol of UTF-8 text that is not empty; one bad byte reads as U+FFFD.
Symbol firstSymbol(std::string_view text)
{
    const auto lead = static_cast<unsigned char>(text.front());
    const auto length = sequenceLength(lead);
    if (length == 0 || length > text.size())
        return {.code = replacement};
    if (length == 1)
        return {.code = lead};
    constexpr std::array<unsigned, 5> leadBits {0, 0, 0x1f, 0x0f, 0x07};
    char32_t code = lead & leadBits.at(length);
    for (std::size_t i = 1; i < length; ++i) {
        const auto next = static_cast<unsigned char>(text[i]);
        if ((next & 0xc0U) != 0x80U)
            return {.code = replacement};
        code = (code << 6U) | (next & 0x3fU);
    }
    constexpr std::array<char32_t, 5> smallest {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    if (code < smallest.at(length) || surrogate || code > 0x10ffff)
        return {.code = replacement};
    return {.code = code, .bytes = length};
}

struct CodeRange {
    char32_t first;
    char32_t last;
};

template <std::size_t N>
bool within(char32_t code, const std::array<CodeRange, N>& ranges)
{
    return std::any_of(ranges.begin(), ranges.end(),
        [&](const CodeRange& range) { return code >= range.first && code <= range.last; });
}

/// Combining marks and joiners take no column, East Asian wide symbols and pictographs take two.
std::size_t widthOf(char32_t code)
{
    constexpr std::array<CodeRange, 5> none {
        {{0x300, 0x36f}, {0x200b, 0x200f}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}}};
    constexpr std::array<CodeRange, 7> wide {{{0x1100, 0x115f}, {0x2e80, 0xa4cf}, {0xac00, 0xd7a3},
        {0xf900, 0xfaff}, {0xfe30, 0xfe6f}, {0xff00, 0xff60}, {0x1f300, 0x3fffd}}};
    if (within(code, none))
        return 0;
    return within(code, wide) ? 2 : 1;
}

bool isControl(char32_t code)
{
    // Also the marks that turn the direction of text: they could hide what stands there.
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x202a && code <= 0x202e)
        || (code >= 0x2066 && code <= 0x2069);
}

std::string escaped(char32_t code)
{
    return code < 0x100 ? fmt::format("\\x{:02x}", std::uint32_t {code})
                        : fmt::format("\\u{:04x}", std::uint32_t {code});
}

std::string spaces(std::size_t count)
{
    return std::string(count, ' ');
}

} // namespace

std::size_t displayWidth(std::string_view text)
{
    std::size_t width = 0;
    while (!text.empty()) {
        const auto symbol = firstSymbol(text);
        width += widthOf(symbol.code);
        text.remove_prefix(symbol.bytes);
    }
    return width;
}

std::string printable(std::string_view text)
{
    std::string result;
    while (!text.empty()) {
        const auto symbol = firstSymbol(text);
        if (symbol.code == replacement)
            result += "\ufffd";
        else if (symbol.code == '\t')
            result += ' ';
        else if (isControl(symbol.code))
            result += escaped(symbol.code);
        else
            result += text.substr(0, symbol.bytes);
        text.remove_prefix(symbol.bytes);
    }
    return result;
}

std::string elided(const std::string& text, std::size_t width)
{
    if (displayWidth(text) <= width)
        return text;
    if (width == 0)
        return {};
    std::string result;
    std::size_t used = 1; // the dots
    for (std::string_view rest = text; !rest.empty();) {
        const auto symbol = firstSymbol(rest);
        used += widthOf(symbol.code);
        if (used > width)
            break;
        result += rest.substr(0, symbol.bytes);
        rest.remove_prefix(symbol.bytes);
    }
    return result + "…";
}

std::vector<std::string> wrapped(const std::string& text, std::size_t width)
{
    std::vector<std::string> lines(1);
    for (std::size_t start = 0; start < text.size();) {
        const auto end = std::min(text.find(' ', start), text.size());
        const auto word = text.substr(start, end - start);
        if (!lines.back().empty() && displayWidth(lines.back()) + 1 + displayWidth(word) > width)
            lines.emplace_back();
        lines.back() += (lines.back().empty() ? "" : " ") + word;
        start = end + 1;
    }
    return lines;
}

TextTable::TextTable(std::vector<TextColumn> columns)
    : m_columns(std::move(columns))
{
    for (const auto& column : m_columns)
        m_widths.push_back(displayWidth(column.heading));
}

void TextTable::addRow(std::vector<std::string> cells)
{
    cells.resize(m_columns.size());
    for (std::size_t i = 0; i < cells.size(); ++i)
        m_widths[i] = std::max(m_widths[i], displayWidth(cells[i]));
    m_rows.push_back(std::move(cells));
}

std::size_t TextTable::width() const
{
    std::size_t width = 0;
    for (const auto column : m_widths)
        width += column + (width == 0 ? 0 : 2);
    return width;
}

std::string TextTable::line(const std::vector<std::string>& cells) const
{
    std::string result;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto room = spaces(m_widths[i] - displayWidth(cells[i]));
        result += i == 0 ? "" : "  ";
        result += m_columns[i].align == Align::Left ? cells[i] + room : room + cells[i];
    }
    result.erase(result.find_last_not_of(' ') + 1);
    return result;
}

std::string TextTable::heading() const
{
    std::vector<std::string> cells;
    for (const auto& column : m_columns)
        cells.push_back(column.heading);
    return line(cells);
}

std::string TextTable::row(std::size_t index) const
{
    return line(m_rows[index]);
}

std::string TextTable::text() const
{
    std::string result = heading() + "\n";
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        result += row(i) + "\n";
    return result;
}

} // namespace profiler
