// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/text/markdown_text.h"

#include "profiler/report/text/terminal_text.h"

#include <algorithm>
#include <sstream>
#include <string_view>

namespace profiler {
namespace {

/// Where a line that begins with `text` would become a list or underline a heading: the byte before
/// which a backslash prevents it.
std::size_t lineMarkAt(std::string_view text)
{
    const auto endsAt = [&](std::size_t at) { return at >= text.size() || text[at] == ' '; };
    const bool bullet = (text.starts_with('-') || text.starts_with('+')) && endsAt(1);
    const bool underline = (text.starts_with('-') || text.starts_with('='))
        && endsAt(text.find_first_not_of(text.front()));
    if (bullet || underline)
        return 0;
    const auto digits = text.find_first_not_of("0123456789");
    const bool numbered = digits != 0 && digits != std::string_view::npos
        && (text[digits] == '.' || text[digits] == ')') && endsAt(digits + 1);
    return numbered ? digits : std::string_view::npos;
}

/// The colon or dot by which GitHub knows an address that stands without brackets.
bool isAddressMark(std::string_view text, std::size_t at)
{
    const bool afterWww = at >= 3 && text.substr(at - 3, 3) == "www";
    return text.substr(at).starts_with("://") || (text[at] == '.' && afterWww) || text[at] == '@';
}

std::size_t longestRun(std::string_view text, char letter)
{
    std::size_t longest = 0;
    std::size_t run = 0;
    for (const char c : text) {
        run = c == letter ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return longest;
}

} // namespace

std::string markdownText(const std::string& words)
{
    constexpr std::string_view special = "\\`*_{}[]<>#|~&!$";
    const auto text = printable(words);
    const auto blanks = std::min(text.find_first_not_of(' '), text.size());
    const auto lineMark = lineMarkAt(std::string_view(text).substr(blanks));
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool marks = lineMark != std::string_view::npos && i == blanks + lineMark;
        if (marks || special.find(text[i]) != std::string_view::npos || isAddressMark(text, i))
            result += '\\';
        result += text[i];
    }
    return result;
}

std::string markdownStrong(const std::string& text)
{
    const auto begin = text.find_first_not_of(' ');
    if (begin == std::string::npos)
        return text;
    const auto end = text.find_last_not_of(' ') + 1;
    return text.substr(0, begin) + "**" + markdownText(text.substr(begin, end - begin)) + "**"
        + text.substr(end);
}

std::string markdownCode(const std::string& words)
{
    const auto text = printable(words);
    const std::string ticks(longestRun(text, '`') + 1, '`');
    return ticks.size() == 1 ? ticks + text + ticks : ticks + " " + text + " " + ticks;
}

std::string markdownIndented(const std::string& words)
{
    const auto line = markdownText(words);
    const auto begin = std::min(line.find_first_not_of(' '), line.size());
    std::string text;
    for (std::size_t i = 0; i < begin; ++i)
        text += "\u00a0";
    return text + line.substr(begin);
}

std::string markdownFence(const std::string& code)
{
    constexpr std::size_t least = 3;
    const std::string fence(std::max(least, longestRun(code, '`') + 1), '`');
    std::string text = fence + "\n";
    std::istringstream lines(code);
    for (std::string line; std::getline(lines, line);)
        text += printable(line) + "\n";
    return text + fence + "\n\n";
}

std::string markdownTarget(const std::string& path)
{
    std::string result;
    for (const char c : printable(path)) {
        if (c == '<' || c == '>' || c == '\\')
            result += '\\';
        result += c;
    }
    return result;
}

} // namespace profiler
