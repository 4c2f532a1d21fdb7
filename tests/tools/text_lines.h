// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/enum_text.h"
#include "profiler/model/facts/utc_time.h"

#include <cstddef>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

/// How values stand in the text of a run file. For the .cpp files beside it only.
namespace tests {

[[nodiscard]] inline std::string shown(const std::string& text)
{
    std::string quoted = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            quoted += fmt::format("\\{}", c);
        else if (c == '\n')
            quoted += "\\n";
        else if (byte < 0x20 || byte == 0x7F)
            quoted += fmt::format("\\x{:02x}", byte);
        else
            quoted += c;
    }
    return quoted + "\"";
}

template <typename T>
std::string shownValue(const T& value)
{
    if constexpr (std::is_same_v<T, std::string>)
        return shown(value);
    else if constexpr (std::is_same_v<T, bool>)
        return value ? "yes" : "no";
    else if constexpr (std::is_same_v<T, profiler::nanoseconds>)
        return fmt::format("{} ns", value.count());
    else if constexpr (std::is_same_v<T, profiler::UtcTime>)
        return fmt::format("{} utc_ns", value.ns);
    else if constexpr (std::is_enum_v<T>)
        return profiler::keyOf(value);
    else
        return fmt::format("{}", value); // shortest text that reads back as the same number
}

template <typename T>
std::string shownValue(const std::optional<T>& value)
{
    return value ? shownValue(*value) : std::string("-");
}

template <typename T>
std::string shownValue(const std::map<std::string, T>& values)
{
    std::string text = "{";
    for (const auto& [key, value] : values)
        text += fmt::format("{}{}: {}", text.size() > 1 ? ", " : "", shown(key), shownValue(value));
    return text + "}";
}

[[nodiscard]] inline std::string shownValue(const std::vector<std::string>& values)
{
    std::string text = "[";
    for (const auto& value : values)
        text += (text.size() > 1 ? ", " : "") + shown(value);
    return text + "]";
}

/// Lines "indent title  name=value name=value".
class Text {
public:
    explicit Text(std::size_t mostCalls)
        : m_mostCalls(mostCalls)
    {
    }

    Text& line(int indent, const std::string& title)
    {
        if (!m_text.empty())
            m_text += '\n';
        m_text += std::string(static_cast<std::size_t>(indent) * 2, ' ') + title;
        return *this;
    }

    template <typename T>
    Text& with(std::string_view name, const T& value)
    {
        m_text += fmt::format(" {}={}", name, shownValue(value));
        return *this;
    }

    template <typename T>
    void column(std::string_view name, const std::vector<T>& values)
    {
        if (values.empty())
            return;
        line(3, fmt::format("{} ({}):", name, values.size()));
        for (std::size_t i = 0; i < values.size() && i < m_mostCalls; ++i)
            m_text += fmt::format(" {}", values[i]);
        if (values.size() > m_mostCalls)
            m_text += " …";
    }

    [[nodiscard]] std::string text() const { return m_text.empty() ? "" : m_text + '\n'; }

private:
    std::size_t m_mostCalls;
    std::string m_text;
};

} // namespace tests
