// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/json/json_members.h"

#include <array>
#include <charconv>

namespace profiler {

namespace {

constexpr char32_t replacement = 0xfffd;

void appendUtf8(std::string& text, char32_t letter)
{
    const auto put = [&](char32_t bits) { text += static_cast<char>(bits); };
    if (letter < 0x80) {
        put(letter);
        return;
    }
    if (letter < 0x800) {
        put(0xc0U | letter >> 6U);
    } else {
        if (letter < 0x10000) {
            put(0xe0U | letter >> 12U);
        } else {
            put(0xf0U | letter >> 18U);
            put(0x80U | (letter >> 12U & 0x3fU));
        }
        put(0x80U | (letter >> 6U & 0x3fU));
    }
    put(0x80U | (letter & 0x3fU));
}

/// Lead bytes with the length and the least letter of what they begin.
struct Lead {
    unsigned mask;
    unsigned bits;
    std::size_t length;
    char32_t least;
};

constexpr std::array leads {
    Lead {0xe0, 0xc0, 2, 0x80}, Lead {0xf0, 0xe0, 3, 0x800}, Lead {0xf8, 0xf0, 4, 0x10000}};

constexpr bool isSurrogate(char32_t letter)
{
    return letter >= 0xd800 && letter < 0xe000;
}

/// How many bytes at the front are one letter beyond ASCII; 0: they are none.
std::size_t letterLength(std::string_view text)
{
    const auto first = static_cast<unsigned char>(text.front());
    for (const auto& lead : leads) {
        if ((first & lead.mask) != lead.bits)
            continue;
        if (text.size() < lead.length)
            return 0;
        char32_t letter = first & ~lead.mask & 0xffU;
        for (std::size_t i = 1; i < lead.length; ++i) {
            const auto next = static_cast<unsigned char>(text[i]);
            if ((next & 0xc0U) != 0x80U)
                return 0;
            letter = letter << 6U | (next & 0x3fU);
        }
        const bool valid = letter >= lead.least && letter <= 0x10ffff && !isSurrogate(letter);
        return valid ? lead.length : 0;
    }
    return 0;
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
        appendUtf8(text, replacement);
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
        } else if (const auto length = letterLength(raw)) {
            text += raw.substr(0, length);
            taken = length;
        } else {
            appendUtf8(text, replacement);
        }
        raw.remove_prefix(taken);
    }
    return text;
}

} // namespace profiler
