// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/json/json_members.h"
#include "profiler/model/text/utf8_symbol.h"

#include <charconv>

namespace profiler {

namespace {

constexpr bool isSurrogate(char32_t letter)
{
    return letter >= 0xd800 && letter < 0xe000;
}

/// "\u00e9" at the front → 0xe9.
std::optional<char32_t> escapedUnit(std::string_view text)
{
    constexpr std::size_t length = 6;
    if (text.size() < length || !text.starts_with("\\u"))
        return std::nullopt;
    unsigned unit = 0;
    const auto* const end = text.data() + length;
    const auto [stop, error] = std::from_chars(text.data() + 2, end, unit, 16);
    return error == std::errc {} && stop == end ? std::optional<char32_t>(unit) : std::nullopt;
}

/// Of an escape at the front: appends what it means and returns its length.
std::size_t appendUnicodeEscape(std::string& text, std::string_view raw)
{
    constexpr std::size_t length = 6;
    const auto unit = escapedUnit(raw);
    if (!unit) {
        text += raw.front();
        return 1;
    }
    if (!isSurrogate(*unit)) {
        appendUtf8(text, *unit);
        return length;
    }
    const auto second = escapedUnit(raw.substr(length));
    if (*unit >= 0xdc00 || !second || *second < 0xdc00 || !isSurrogate(*second)) {
        appendUtf8(text, replacementSymbol);
        return length;
    }
    appendUtf8(text, 0x10000 + ((*unit - 0xd800) << 10U) + (*second - 0xdc00));
    return 2 * length;
}

std::size_t appendEscape(std::string& text, std::string_view raw)
{
    constexpr std::string_view letters = "\"\\/bfnrt";
    constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    if (raw.size() > 1 && raw[1] == 'u')
        return appendUnicodeEscape(text, raw);
    const auto known = raw.size() > 1 ? letters.find(raw[1]) : std::string_view::npos;
    if (known == std::string_view::npos) {
        text += raw.front();
        return 1;
    }
    text += meanings[known];
    return 2;
}

} // namespace

std::string jsonText(std::string_view raw)
{
    std::string text;
    text.reserve(raw.size());
    while (!raw.empty()) {
        std::size_t taken = 1;
        if (raw.front() == '\\') {
            taken = appendEscape(text, raw);
        } else if (static_cast<unsigned char>(raw.front()) < 0x80) {
            text += raw.front();
        } else {
            const auto symbol = firstSymbol(raw);
            appendUtf8(text, symbol.code);
            taken = symbol.bytes;
        }
        raw.remove_prefix(taken);
    }
    return text;
}

} // namespace profiler
