// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/sentences/latency_text.h"

#include "profiler/judge/case_settings.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/sentences/verdict_notes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace profiler {

namespace {

/// The slowest percentile up to p99 that has calls enough.
const Percentile* lastShown(const LatencySummary& latency)
{
    for (std::size_t i = percentileIndex(tailPercentile) + 1; i-- > 0;) {
        if (latency.percentiles[i].ns)
            return &latency.percentiles[i];
    }
    return nullptr;
}

std::string limitClause(const CaseResult& caseResult, const VariantResult& focused)
{
    const LimitResult* own = focused.limit(LimitKind::P99);
    if (own == nullptr)
        return {};
    std::string text = (own->met ? "Within your limit of " : "Over your limit of ")
        + formatDuration(own->limit) + " at p99";
    std::string over;
    for (const VariantResult& variant : caseResult.variants) {
        const LimitResult* limit = variant.limit(LimitKind::P99);
        if (&variant == &focused || limit == nullptr || limit->met || !limit->value
            || variant.verdict == Verdict::Baseline)
            continue;
        over += (over.empty() ? "; over it: " : ", ") + variant.name + " ("
            + formatDuration(*limit->value) + ")";
    }
    return text + over;
}

std::string quietClause(const MeasurementQuality& quality)
{
    const auto text = contentionText(quality);
    return quality.deviceStateKnown ? text : text + ", the GPU's state unknown";
}

void append(std::string& text, const std::string& part, const char* separator)
{
    if (part.empty())
        return;
    if (!text.empty())
        text += separator;
    text += part;
}

} // namespace

TimeUnit latencyUnit(const CaseResult& caseResult)
{
    std::optional<double> smallest;
    for (const VariantResult& variant : caseResult.variants)
        if (const auto ns = variant.latency ? variant.latency->median().ns : std::nullopt)
            smallest = std::min(smallest.value_or(*ns), *ns);
    return smallest ? unitFor(*smallest) : TimeUnit::Milliseconds;
}

std::string percentileShareText(double p)
{
    if (p == 0.99)
        return "99 of 100";
    if (p == 0.95)
        return "19 of 20";
    if (p == 0.9)
        return "9 of 10";
    return "Half of the";
}

std::string latencySentence(const CaseResult& caseResult, int variant, Emphasis emphasis)
{
    const VariantResult* focused = variantOf(caseResult, variant);
    if (focused == nullptr)
        return "This case has no such variant.";
    const std::string name = stressed(focused->name, emphasis);
    if (!focused->latency)
        return name + " has no timed call: " + reasonText(focused->latency.error()) + ".";
    const Percentile* last = lastShown(*focused->latency);
    if (last == nullptr)
        return fmt::format("{} has too few calls: {} needs {} in one process, has {}.", name,
            "the median", formatCount(focused->latency->median().needs),
            formatCount(focused->latency->median().has));
    std::string text = fmt::format("{} calls of {} take at most {}", percentileShareText(last->p),
        name, stressed(formatDuration(*last->ns), emphasis));
    if (last->p != medianPercentile && focused->latency->median().ns) {
        const double median = *focused->latency->median().ns;
        text += fmt::format(
            ", {}× its median of {}", formatNumber(*last->ns / median, 3), formatDuration(median));
    }
    const VariantResult& baseline = caseResult.variants.front();
    if (&baseline != focused && baseline.latency) {
        if (const auto& other = baseline.latency->at(last->p).ns)
            text += fmt::format("; {} takes up to {}", baseline.name, formatDuration(*other));
    }
    return text + ".";
}

std::string latencyNote(const ComparisonResult& result, const CaseResult& caseResult, int variant)
{
    const VariantResult* focused = variantOf(caseResult, variant);
    if (focused == nullptr)
        return {};
    std::string place;
    append(place, result.device, ", ");
    append(place, result.dtype, ", ");
    append(place, caseResult.name, ", ");
    std::string text = limitClause(caseResult, *focused);
    append(text, place, " · ");
    if (focused->latency) {
        const int rounds = focused->speedUp ? focused->speedUp->rounds : result.quality.rounds;
        std::string amount = std::to_string(focused->repetitionsSteady)
            + (focused->repetitionsSteady == 1 ? " process" : " processes");
        if (rounds > 0)
            amount += " × " + countText(rounds, "round", "rounds");
        append(text,
            amount + ", " + countText(focused->latency->calls, "call", "calls") + ", "
                + quietClause(result.quality),
            " · ");
    }
    if (focused->repetitionsRecompiled > 0)
        append(text,
            std::to_string(focused->repetitionsRecompiled)
                + (focused->repetitionsRecompiled == 1 ? " process" : " processes")
                + " left out: recompiled during timed calls",
            " · ");
    return text;
}

std::string latencyMethod(const CaseResult& caseResult)
{
    std::string text;
    const auto fewest = [&](double p) -> const Percentile* {
        const Percentile* least = nullptr;
        for (const VariantResult& variant : caseResult.variants) {
            if (!variant.latency || variant.latency->at(p).ns)
                continue;
            const Percentile& own = variant.latency->at(p);
            if (least == nullptr || own.has < least->has)
                least = &own;
        }
        return least;
    };
    for (const auto& each : percentiles) {
        const auto* missing = each.p == medianPercentile ? nullptr : fewest(each.p);
        if (missing == nullptr)
            continue;
        text = fmt::format("– {} needs {} calls in one process, has {} (add rounds)", each.name,
            formatCount(missing->needs), formatCount(missing->has));
        break;
    }
    int processes = 0;
    for (const VariantResult& variant : caseResult.variants)
        processes = std::max(processes, variant.repetitionsSteady);
    if (processes > 1)
        append(text, fmt::format("percentiles: the middle one of {} processes", processes), " · ");
    append(text, "outliers lie more than 3 IQR above p75; none is dropped", " · ");
    return text;
}

} // namespace profiler
