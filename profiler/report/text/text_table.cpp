// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/text/text_table.h"

#include "profiler/model/text/utf8_symbol.h"

#include <algorithm>
#include <array>

namespace profiler {
namespace {

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

std::string spaces(std::size_t count)
{
    std::string text(count, ' ');
    return text;
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

std::string wrappedText(const std::string& text, int columns)
{
    std::string lines;
    for (const auto& line : wrapped(text, static_cast<std::size_t>(std::max(columns, 20))))
        lines += line + "\n";
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
