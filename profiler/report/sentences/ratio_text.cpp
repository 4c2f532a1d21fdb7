// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/sentences/ratio_text.h"

#include "profiler/judge/machine_noise.h"
#include "profiler/judge/verdict.h"
#include "profiler/model/number_text.h"
#include "profiler/report/sentences/reason_text.h"

#include <algorithm>

namespace profiler {

namespace {

/// "All 5 processes", "3 of 5 processes", "No process".
std::string shareOf(std::ptrdiff_t count, std::size_t all)
{
    if (count == 0)
        return "no process";
    if (static_cast<std::size_t>(count) == all)
        return "all " + std::to_string(all) + " processes";
    return std::to_string(count) + " of " + std::to_string(all) + " processes";
}

std::string whatFollows(const VariantResult& variant)
{
    if (!isUndecided(variant.verdict))
        return {};
    if (variant.speedUp->repetitionsNeeded)
        return " More processes narrow the interval; more calls in one process do not.";
    const auto words = precisionText(*variant.speedUp);
    return words.empty() ? std::string() : " " + capitalized(words) + ".";
}

} // namespace

RatioParts ratioParts(double ratio)
{
    const auto upright = formatRatio(std::max(ratio, 1 / ratio));
    return {upright, formatRatio(ratio) == upright ? "" : "slower"};
}

std::string ratioWithInterval(const Interval& ratio)
{
    return formatRatio(ratio.estimate) + " (" + formatRatioInterval(ratio) + ")";
}

std::string ratioConclusion(
    const RatioSeries& series, const VariantResult& variant, const std::string& baseline)
{
    if (series.dots.empty() || !variant.speedUp)
        return {};
    const bool slower = variant.speedUp->ratio.estimate < 1;
    const auto agrees = [slower](const ProcessDot& dot) { return (dot.value < 1) == slower; };
    const auto agreeing = std::ranges::count_if(series.dots, agrees);
    const auto [least, most] = std::ranges::minmax(series.dots, {}, &ProcessDot::value);
    auto text = capitalized(shareOf(agreeing, series.dots.size())) + " of " + variant.name
        + (agreeing == 1 ? " is " : " are ") + (slower ? "slower" : "faster") + " than " + baseline
        + ": " + formatRatio(least.value) + " to " + formatRatio(most.value) + "; together ";
    const auto& together = variant.speedUp->ratio;
    const bool holdsOne = together.low <= 1 && together.high >= 1;
    text += isUndecided(variant.verdict) && holdsOne ? formatOpenInterval(together)
                                                     : ratioWithInterval(together);
    return text + "." + whatFollows(variant);
}

std::string outsideAxisText(const RatioSeries& series)
{
    const auto range = rangeOf(series);
    std::string text;
    for (const ProcessDot& dot : series.dots) {
        if (dot.value >= range.low && dot.value <= range.high)
            continue;
        text += (text.empty() ? "Outside the axis: process " : ", process ")
            + std::to_string(dot.repetition + 1) + " at " + formatRatio(dot.value);
    }
    return text.empty() ? text : text + ".";
}

} // namespace profiler
