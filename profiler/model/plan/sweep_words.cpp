// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/plan/sweep_words.h"

#include "profiler/model/plan/bad_word.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace profiler {
namespace {

constexpr std::size_t fewestShortened = 4; ///< three values are as plain as what stands for them

bool isInSteps(const std::vector<std::int64_t>& values)
{
    const auto step = values[1] - values[0];
    return std::ranges::adjacent_find(values, [step](std::int64_t a, std::int64_t b) {
        return b - a != step;
    }) == values.end();
}

bool isDoubled(const std::vector<std::int64_t>& values)
{
    return std::ranges::adjacent_find(values, [](std::int64_t a, std::int64_t b) {
        return b != 2 * a;
    }) == values.end();
}

} // namespace

Result<std::vector<SweepAxis>> sweepAxesFrom(const std::vector<std::string>& words)
{
    std::vector<SweepAxis> axes;
    for (const auto& word : words) {
        auto axis = sweepAxisFrom(word);
        if (!axis)
            return badWord("--sweep", word, axis.error().message);
        if (std::ranges::find(axes, axis->name, &SweepAxis::name) != axes.end())
            return badWord("--sweep", word, "each name once");
        axes.push_back(std::move(*axis));
    }
    return axes;
}

std::string sweepWord(const SweepAxis& axis)
{
    const auto& values = axis.values;
    if (values.size() >= fewestShortened && isDoubled(values))
        return fmt::format("{}={},{}..{}", axis.name, values[0], values[1], values.back());
    if (values.size() >= fewestShortened && isInSteps(values))
        return fmt::format(
            "{}={}:{}:{}", axis.name, values.front(), values.back(), values[1] - values[0]);
    return fmt::format("{}={}", axis.name, fmt::join(values, ","));
}

std::string sweptShape(const std::vector<std::string>& sizes)
{
    return fmt::format("{}", fmt::join(sizes, "x"));
}

} // namespace profiler
