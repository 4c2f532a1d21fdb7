// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/text/utf8_symbol.h"

#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace profiler {

/// Lines of RFC 4180 in valid UTF-8; a missing value is an empty cell.
class CsvRow {
public:
    CsvRow& text(std::string_view value)
    {
        m_line += m_line.empty() && m_first ? "" : ",";
        m_first = false;
        const auto valid = validUtf8(value);
        m_line += valid.find_first_of("\",\r\n") == std::string::npos ? valid : quoted(valid);
        return *this;
    }

    CsvRow& number(std::int64_t value) { return text(std::to_string(value)); }

    CsvRow& ratio(double value) { return text(fmt::format("{}", value)); }

    /// Rounded as in JSON.
    CsvRow& wholeNs(double ns) { return text(std::to_string(std::llround(ns))); }

    CsvRow& missing() { return text(""); }

    [[nodiscard]] std::string line(std::string_view end = "\r\n") const
    {
        return m_line + std::string(end);
    }

private:
    static std::string quoted(std::string_view value)
    {
        std::string result = "\"";
        for (const char c : value)
            result += c == '"' ? "\"\"" : std::string(1, c);
        return result + "\"";
    }

    std::string m_line;
    bool m_first = true;
};

} // namespace profiler
