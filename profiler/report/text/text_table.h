// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/report/text/terminal_text.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// Columns of a terminal that UTF-8 text takes.
[[nodiscard]] std::size_t displayWidth(std::string_view text);

/// Cut to `width` columns, … at the end.
[[nodiscard]] std::string elided(const std::string& text, std::size_t width);

/// Broken at spaces into lines of at most `width` columns.
[[nodiscard]] std::vector<std::string> wrapped(const std::string& text, std::size_t width);

/// The same as lines of a terminal of `columns` columns, at least 20.
[[nodiscard]] std::string wrappedText(const std::string& text, int columns);

enum class Align { Left, Right };

struct TextColumn {
    std::string heading;
    Align align = Align::Left;
};

/// Cells in aligned columns, two spaces between them, without spaces at the ends of lines.
class TextTable {
public:
    explicit TextTable(std::vector<TextColumn> columns);

    void addRow(std::vector<std::string> cells);

    [[nodiscard]] bool empty() const { return m_rows.empty(); }

    [[nodiscard]] std::size_t width() const;

    [[nodiscard]] std::string heading() const;

    [[nodiscard]] std::size_t rows() const { return m_rows.size(); }

    [[nodiscard]] std::string row(std::size_t index) const;

    /// Heading and rows, a line each.
    [[nodiscard]] std::string text() const;

private:
    [[nodiscard]] std::string line(const std::vector<std::string>& cells) const;

    std::vector<TextColumn> m_columns;
    std::vector<std::size_t> m_widths;
    std::vector<std::vector<std::string>> m_rows;
};

} // namespace profiler
