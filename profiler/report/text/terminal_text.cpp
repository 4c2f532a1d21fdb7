// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/text/terminal_text.h"

#include "profiler/model/text/utf8_symbol.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>

namespace profiler {
namespace {

bool isControl(char32_t code)
{
    // Also the marks that turn the direction of text: they could hide what stands there. And the
    // two that are no characters: XML cannot hold them.
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x202a && code <= 0x202e)
        || (code >= 0x2066 && code <= 0x2069) || code == 0xfffe || code == 0xffff;
}

std::string escaped(char32_t code)
{
    return code < 0x100 ? fmt::format("\\x{:02x}", std::uint32_t {code})
                        : fmt::format("\\u{:04x}", std::uint32_t {code});
}

/// How many bytes at the front of `text` set a colour or weight; 0: it begins otherwise.
std::size_t paintLength(std::string_view text)
{
    constexpr std::string_view introducer = "\x1b[";
    if (!text.starts_with(introducer))
        return 0;
    const auto end = text.find_first_not_of("0123456789;", introducer.size());
    return end != std::string_view::npos && text[end] == 'm' ? end + 1 : 0;
}

/// `text` with what `replaced` gives for a control character.
template <typename Replaced>
std::string withReplaced(std::string_view text, Replaced replaced)
{
    return rewritten(text, [&](std::string& result, char32_t code, std::string_view symbol) {
        if (isControl(code))
            result += replaced(code);
        else
            result += symbol;
    });
}

} // namespace

std::string printable(std::string_view text)
{
    return withReplaced(
        text, [](char32_t code) { return code == '\t' ? std::string(" ") : escaped(code); });
}

std::string terminalText(std::string_view text, Paint paint)
{
    const auto plain = [](std::string_view part) {
        return withReplaced(part, [](char32_t code) {
            return code == '\n' || code == '\t' ? std::string(1, static_cast<char>(code))
                                                : escaped(code);
        });
    };
    if (paint == Paint::Shown)
        return plain(text);
    std::string result;
    for (std::size_t start = 0; start < text.size();) {
        const auto kept = paintLength(text.substr(start));
        result += text.substr(start, kept);
        start += kept;
        const auto end = std::min(text.find('\x1b', start + (kept == 0 ? 1 : 0)), text.size());
        result += plain(text.substr(start, end - start));
        start = end;
    }
    return result;
}

std::string terminalJson(std::string_view json)
{
    return withReplaced(json, [](char32_t code) {
        return code < ' ' ? std::string(1, static_cast<char>(code)) // between values: as written
                          : fmt::format("\\u{:04x}", std::uint32_t {code});
    });
}

} // namespace profiler
