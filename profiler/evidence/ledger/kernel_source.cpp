// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ledger/kernel_source.h"

#include <algorithm>
#include <array>

namespace profiler {
namespace {

constexpr std::size_t mostBytes = std::size_t {32} << 10U;
constexpr std::array<std::string_view, 2> quotes {"'''", "\"\"\""};

/// At the begin of a line: other kernels' names may end alike.
std::size_t definitionOf(std::string_view code, const std::string& kernel)
{
    const auto begin = kernel + " = async_compile.";
    auto at = code.find(begin);
    while (at != std::string_view::npos && at > 0 && code[at - 1] != '\n')
        at = code.find(begin, at + 1);
    return at;
}

} // namespace

std::string kernelSource(std::string_view code, const std::string& kernel)
{
    const auto begin = definitionOf(code, kernel);
    if (begin == std::string_view::npos)
        return {};
    for (const auto quote : quotes) {
        const auto open = code.find(quote, begin);
        const auto line = code.find('\n', begin);
        if (open == std::string_view::npos || open > line)
            continue;
        const auto text = open + quote.size();
        const auto close = std::min(code.find(quote, text), code.size());
        auto source = code.substr(text, close - text);
        const auto first = source.find_first_not_of('\n');
        source.remove_prefix(std::min(first, source.size()));
        if (source.size() <= mostBytes)
            return std::string(source);
        return std::string(source.substr(0, source.rfind('\n', mostBytes))) + "\n…";
    }
    return {};
}

} // namespace profiler
