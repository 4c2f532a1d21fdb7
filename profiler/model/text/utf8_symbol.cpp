// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/text/utf8_symbol.h"

#include <array>

namespace profiler {
namespace {

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

/// Valid symbols that are wanted, and U+FFFD for each byte that is none.
template <typename IsWanted>
std::string withWanted(std::string_view text, IsWanted isWanted)
{
    return rewritten(text, [&](std::string& result, char32_t code, std::string_view symbol) {
        if (isWanted(code))
            result += symbol;
    });
}

} // namespace

Symbol firstSymbol(std::string_view text)
{
    const auto lead = static_cast<unsigned char>(text.front());
    const auto length = sequenceLength(lead);
    if (length == 0 || length > text.size())
        return {.code = replacementSymbol};
    if (length == 1)
        return {.code = lead};
    constexpr std::array<unsigned, 5> leadBits {0, 0, 0x1f, 0x0f, 0x07};
    char32_t code = lead & leadBits.at(length);
    for (std::size_t i = 1; i < length; ++i) {
        const auto next = static_cast<unsigned char>(text[i]);
        if ((next & 0xc0U) != 0x80U)
            return {.code = replacementSymbol};
        code = (code << 6U) | (next & 0x3fU);
    }
    constexpr std::array<char32_t, 5> smallest {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    if (code < smallest.at(length) || surrogate || code > 0x10ffff)
        return {.code = replacementSymbol};
    return {.code = code, .bytes = length};
}

void appendUtf8(std::string& text, char32_t code)
{
    const auto put = [&](char32_t bits) { text += static_cast<char>(bits); };
    const auto putNext = [&](unsigned shift) { put(0x80U | (code >> shift & 0x3fU)); };
    if (code < 0x80)
        return put(code);
    if (code < 0x800) {
        put(0xc0U | code >> 6U);
    } else if (code < 0x10000) {
        put(0xe0U | code >> 12U);
        putNext(6);
    } else {
        put(0xf0U | code >> 18U);
        putNext(12);
        putNext(6);
    }
    putNext(0);
}

std::string validUtf8(std::string_view text)
{
    return withWanted(text, [](char32_t /*code*/) { return true; });
}

std::string withoutControls(std::string_view text, std::string_view kept)
{
    return withWanted(text, [kept](char32_t code) {
        const bool control = code < 0x20 || code == 0x7f;
        return !control || kept.find(static_cast<char>(code)) != std::string_view::npos;
    });
}

std::string_view firstSymbols(std::string_view text, std::size_t most)
{
    std::size_t end = 0;
    for (std::size_t count = 0; end < text.size() && count < most; ++count)
        end += firstSymbol(text.substr(end)).bytes;
    return text.substr(0, end);
}

} // namespace profiler
