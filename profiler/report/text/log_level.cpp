// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/text/log_level.h"

#include "profiler/model/enum_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <string_view>
#include <utility>

namespace profiler {

namespace {

constexpr std::string_view tracebackStart = "Traceback (most recent call last)";
/// What a line may have before the words that tell: time, module, process.
constexpr std::size_t prefixRead = 200;

std::string_view trimmedLeft(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t");
    return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

bool isWordPart(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// As a word of its own, or as the end of a class name: "ValueError:", "UserWarning:".
bool hasWord(std::string_view text, std::string_view word, bool mayEndAName)
{
    for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const auto end = at + word.size();
        const bool endsHere = end == text.size() || !isWordPart(text[end]);
        const bool beginsHere = at == 0 || !isWordPart(text[at - 1]);
        const bool named = mayEndAName && end < text.size() && text[end] == ':';
        if (endsHere && (beginsHere || named))
            return true;
    }
    return false;
}

/// torch and absl: "W0512 13:20:05.123 …", "E1121 …".
char glogLevel(std::string_view text)
{
    constexpr std::size_t digits = 4;
    if (text.size() < digits + 2 || text[digits + 1] != ' ')
        return ' ';
    const bool numbered = std::all_of(
        text.begin() + 1, text.begin() + 1 + digits, [](char c) { return c >= '0' && c <= '9'; });
    return numbered ? text.front() : ' ';
}

/// What follows `of` characters of that set and a blank; empty: there are none.
std::string_view afterField(std::string_view text, std::string_view of)
{
    const auto end = text.find_first_not_of(of);
    return end == std::string_view::npos || end == 0 || text[end] != ' ' ? std::string_view()
                                                                         : text.substr(end + 1);
}

LogLevel levelOf(std::string_view line)
{
    const auto text = trimmedLeft(line).substr(0, prefixRead);
    switch (glogLevel(text)) {
    case 'E':
    case 'F':
        return LogLevel::Error;
    case 'W':
        return LogLevel::Warning;
    case 'I':
    case 'V':
        return LogLevel::Plain;
    default:
        break;
    }
    constexpr std::array errors {"ERROR", "CRITICAL", "FATAL", "Error", "Exception", "error:"};
    for (const auto* word : errors)
        if (hasWord(text, word, true))
            return LogLevel::Error;
    constexpr std::array warnings {"WARNING", "WARN", "Warning", "warning:"};
    for (const auto* word : warnings)
        if (hasWord(text, word, true))
            return LogLevel::Warning;
    return LogLevel::Plain;
}

/// After its first line a traceback goes on with indented lines and ends with the exception.
struct Traceback {
    bool open = false;

    LogLevel take(std::string_view line)
    {
        if (trimmedLeft(line).starts_with(tracebackStart)) {
            open = true;
            return LogLevel::Error;
        }
        if (!open)
            return levelOf(line);
        const bool indented = line.empty() || line.front() == ' ' || line.front() == '\t';
        open = indented;
        return LogLevel::Error;
    }
};

} // namespace

std::vector<LogLevel> logLevels(std::span<const LogLine> lines)
{
    std::map<std::pair<int, LogStream>, Traceback> open;
    std::vector<LogLevel> levels;
    levels.reserve(lines.size());
    for (const auto& line : lines) {
        const int process = line.process ? line.process->value : -1;
        levels.push_back(open[{process, line.stream}].take(line.text));
    }
    return levels;
}

std::string_view withoutLogPrefix(std::string_view line)
{
    constexpr std::size_t dayEnd = 6; // "W1121 "
    constexpr std::string_view levels = "VIWEF";
    const auto text = trimmedLeft(line);
    if (levels.find(glogLevel(text)) == std::string_view::npos)
        return line;
    const auto rest = afterField(afterField(text.substr(dayEnd), "0123456789:."), "0123456789");
    return rest.empty() ? line : rest;
}

std::string logLevelKey(LogLevel level)
{
    return textOf(level,
        {{LogLevel::Error, "error"}, {LogLevel::Warning, "warning"}, {LogLevel::Plain, "plain"}});
}

} // namespace profiler
