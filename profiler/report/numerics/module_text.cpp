// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/numerics/module_text.h"

#include "profiler/model/number_text.h"
#include "profiler/model/plan.h"
#include "profiler/model/variant.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/sentences/safety_text.h"

#include <algorithm>
#include <fmt/format.h>

namespace profiler {
namespace {

const std::string& comparedVariantName(const Plan& plan, int variant)
{
    return plan.variants.at(static_cast<std::size_t>(variant)).name;
}

/// "layers.3.norm (LayerNorm, model.py:41)"
std::string moduleWithPlace(const ModuleError& error, Emphasis emphasis)
{
    auto text = stressed(moduleName(error), emphasis);
    std::string inside = error.kind;
    if (const auto place = modulePlace(error); !place.empty())
        inside += (inside.empty() ? "" : ", ") + place;
    return inside.empty() ? text : text + " (" + inside + ")";
}

/// "eager 2.1e-07, default 0.0034 of the values' size"
std::string bothErrors(const Plan& plan, int variant, const ModuleRow& row)
{
    if (!row.reference || !row.result)
        return toleranceUsedText(row.error.figures.toleranceUsedRatio.value_or(0))
            + " of the tolerance, without an fp64 reference";
    return fmt::format("{} {}, {} {} of the values' size, to fp64", comparedVariantName(plan, 0),
        moduleErrorText(row.reference), comparedVariantName(plan, variant),
        moduleErrorText(row.result));
}

/// What is no matter of an error is said as it is; empty where the error decides.
std::string otherDifference(const Plan& plan, int variant, const ModuleRow& row)
{
    const auto& figures = row.error.figures;
    if (!figures.layoutMismatch.empty())
        return figures.layoutMismatch;
    if (!figures.nanPositionsEqual) {
        const auto special = specialValuesText(specialValuesOf(figures),
            comparedVariantName(plan, variant), comparedVariantName(plan, 0));
        return special.empty() ? "NaN or infinity on one side only" : special;
    }
    if (!toleranceOf(figures.dtype))
        return formatCount(figures.mismatches) + " of "
            + countText(figures.elements, "value", "values") + " differ, and " + figures.dtype
            + " must be equal";
    return {};
}

std::string beforeText(const ModuleTrail& trail, const std::string& what)
{
    const auto before = static_cast<std::int64_t>(*trail.firstAbove);
    if (before == 0)
        return "it is the first that returns";
    return before == 1 ? "the one output before it is " + what
                       : "the " + formatCount(before) + " outputs before it are " + what;
}

/// Between NaN and a number there is no distance: "8 values are NaN on one side only. ".
std::string specialDistances(const UlpSeries& series)
{
    std::string text;
    const auto add = [&](std::int64_t count, const char* where) {
        if (count > 0)
            text += (text.empty() ? "" : ", ") + countText(count, "value is", "values are")
                + " NaN " + where;
    };
    add(series.nanInOne, "on one side only");
    add(series.nanInBoth, "on both sides");
    return text.empty() ? text : text + ". ";
}

std::string percentOfWhole(std::int64_t part, std::int64_t whole)
{
    if (part == whole)
        return "all";
    constexpr double most = 99.99; // what is not all must not be rounded to it
    const double share = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    return formatNumber(std::min(share, most), 4) + " %";
}

} // namespace

std::string moduleName(const ModuleError& error)
{
    std::string text = error.module.empty() ? "the model" : error.module;
    if (error.call > 0)
        text += ", call " + std::to_string(error.call + 1);
    if (!error.figures.path.empty())
        text += ", " + tensorName(error.figures.path);
    return text;
}

std::string modulePlace(const ModuleError& error)
{
    if (error.file.empty())
        return {};
    const auto file = error.file.substr(error.file.find_last_of("/\\") + 1);
    return error.line ? file + ":" + std::to_string(*error.line) : file;
}

std::string moduleErrorText(const std::optional<double>& error)
{
    return error ? formatNumber(*error, 2) : "–";
}

std::string moduleSentence(const Plan& plan, const ModuleTrail& trail, Emphasis emphasis)
{
    const auto& name = comparedVariantName(plan, trail.variant);
    if (!trail.reason.empty())
        return "In which module the results of " + name + " part is not known: " + trail.reason
            + ".";
    if (!trail.firstDifferent)
        return "Every module of " + name + " returns what it returns in "
            + comparedVariantName(plan, 0) + ", bit by bit.";
    if (trail.firstAbove == trail.firstDifferent) {
        const auto& row = trail.rows[*trail.firstAbove];
        const auto other = otherDifference(plan, trail.variant, row);
        return "The first output that differs is that of " + moduleWithPlace(row.error, emphasis)
            + (other.empty() ? ", and its error exceeds the tolerance: "
                        + bothErrors(plan, trail.variant, row)
                             : ": " + other)
            + "; " + beforeText(trail, "equal") + ".";
    }
    std::string text = "The first output that differs is that of "
        + moduleWithPlace(trail.rows[*trail.firstDifferent].error, emphasis) + ". ";
    if (trail.firstAbove) {
        const auto& row = trail.rows[*trail.firstAbove];
        const auto other = otherDifference(plan, trail.variant, row);
        const auto place = moduleWithPlace(row.error, emphasis);
        return text
            + (other.empty() ? "The error first exceeds the tolerance in " + place + ": "
                        + bothErrors(plan, trail.variant, row)
                             : "The first beyond the tolerance is that of " + place + ": " + other)
            + "; " + beforeText(trail, "within") + ".";
    }
    text += "No module's output is beyond its tolerance";
    if (!trail.mostAdded)
        return text + ".";
    const auto& row = trail.rows[*trail.mostAdded];
    return text + "; most of the error comes in in " + moduleWithPlace(row.error, emphasis) + ": "
        + bothErrors(plan, trail.variant, row) + ".";
}

std::string moduleNote(const Plan& plan, const ModuleTrail& trail)
{
    if (trail.rows.empty())
        return {};
    const auto kept = std::ranges::count_if(trail.rows, &ModuleRow::known);
    const auto missed = static_cast<std::int64_t>(trail.rows.size()) - kept;
    auto text = countText(kept, "output", "outputs") + ", in the order in which modules return"
        + ", of input set " + std::to_string(trail.inputSet + 1);
    if (missed > 0)
        text += " · " + formatCount(missed) + " without figures";
    const auto& name = comparedVariantName(plan, trail.variant);
    if (trail.sameOutputs)
        text += *trail.sameOutputs ? " · keeping them left the outputs of " + name + " as they were"
                                   : " · keeping them changed the outputs of " + name
                + ": what is fused differs a little from what was compared";
    return text;
}

std::string bucketText(int bucket)
{
    constexpr int lastCounted = 15; // up to 16 384
    if (bucket > lastCounted)
        return fmt::format("2^{}–2^{}", bucket - 2, bucket - 1);
    const auto range = ulpRange(bucket);
    const auto text
        = [](std::uint64_t value) { return formatCount(static_cast<std::int64_t>(value)); };
    return range.low == range.high ? text(range.low) : text(range.low) + "–" + text(range.high);
}

std::string pairText(const Plan& plan, int variant, UlpPair pair)
{
    switch (pair) {
    case UlpPair::ResultToReference:
        return comparedVariantName(plan, variant) + " against " + comparedVariantName(plan, 0);
    case UlpPair::ReferenceToPrecise:
        return comparedVariantName(plan, 0) + " against fp64";
    case UlpPair::ResultToPrecise:
        break;
    }
    return comparedVariantName(plan, variant) + " against fp64";
}

std::string distanceSentence(const Plan& plan, int variant, const UlpDistances& distances)
{
    const auto* series = distances.of(UlpPair::ResultToReference);
    if (series == nullptr || series->values() == 0)
        return series == nullptr ? std::string() : specialDistances(*series);
    constexpr std::size_t near = 4; // buckets: at most 4 units
    const auto all = series->values();
    const auto upTo = [&](std::size_t buckets) {
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < std::min(buckets, series->counts.size()); ++i)
            sum += series->counts[i];
        return sum;
    };
    const auto last = static_cast<int>(series->counts.size()) - 1;
    std::string text = specialDistances(*series);
    text += fmt::format("Of {}{} of {}, {} equal those of {}", text.empty() ? "" : "the other ",
        countText(all, "value", "values"), comparedVariantName(plan, variant),
        percentOfWhole(upTo(1), all), comparedVariantName(plan, 0));
    if (last > 0)
        text += fmt::format(", {} lie within 4 units in the last place, and the farthest {} apart",
            percentOfWhole(upTo(near), all), bucketText(last));
    return text + ".";
}

} // namespace profiler
