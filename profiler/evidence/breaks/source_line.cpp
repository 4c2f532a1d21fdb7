// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/breaks/source_line.h"

#include "profiler/model/comparison_data.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/text/trimmed.h"

#include <string_view>

namespace profiler {

namespace {

/// `number` counts from 0; nullopt: the text has fewer lines.
std::optional<std::string_view> lineOf(std::string_view text, int number)
{
    for (; number > 0; --number) {
        const auto end = text.find('\n');
        if (end == std::string_view::npos)
            return std::nullopt;
        text.remove_prefix(end + 1);
    }
    return text.substr(0, text.find('\n'));
}

} // namespace

std::optional<std::string> sourceLine(const ComparisonData& data, const std::string& file, int line)
{
    for (const auto& source : data.sources) {
        if (source.file != file || line < source.firstLine)
            continue;
        if (const auto found = lineOf(source.text, line - source.firstLine))
            return std::string(trimmed(*found));
    }
    return std::nullopt;
}

} // namespace profiler
