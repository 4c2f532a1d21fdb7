// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace profiler {

/// Stands for bytes that are no UTF-8.
inline constexpr char32_t replacementSymbol = 0xfffd;

struct Symbol {
    char32_t code = 0;
    std::size_t bytes = 1;
};

/// The first symbol of UTF-8 text that is not empty; one bad byte reads as U+FFFD.
[[nodiscard]] Symbol firstSymbol(std::string_view text);

/// `text` with U+FFFD in place of each byte that is no UTF-8, and of every other symbol what
/// `append(result, code, symbol)` adds.
template <typename Append>
[[nodiscard]] std::string rewritten(std::string_view text, Append append)
{
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const auto symbol = firstSymbol(text);
        if (symbol.code == replacementSymbol)
            result += "\ufffd";
        else
            append(result, symbol.code, text.substr(0, symbol.bytes));
        text.remove_prefix(symbol.bytes);
    }
    return result;
}

void appendUtf8(std::string& text, char32_t code);

/// `text` with U+FFFD in place of each byte that is no UTF-8.
[[nodiscard]] std::string validUtf8(std::string_view text);

/// The same without control characters but those in `kept`: a terminal that shows the text must not
/// obey it.
[[nodiscard]] std::string withoutControls(std::string_view text, std::string_view kept);

/// The first so many symbols (not bytes).
[[nodiscard]] std::string_view firstSymbols(std::string_view text, std::size_t most);

} // namespace profiler
