// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/serving/serving_sentences.h"

#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace profiler {
namespace {

constexpr int rateDigits = 3;

using Kind = HighestRate::Kind;

std::string rangeText(const Interval& interval)
{
    return formatNumber(interval.low, rateDigits) + "–" + formatNumber(interval.high, rateDigits);
}

const ServedVariant* bestOf(const ServedCase& served, ServingVerdict verdict)
{
    const ServedVariant* best = nullptr;
    for (const auto& variant : served.variants)
        if (variant.verdict == verdict
            && (best == nullptr || variant.ratio->value.estimate > best->ratio->value.estimate))
            best = &variant;
    return best;
}

/// What is compared: "412 requests/s with p99 within 24 ms" or "455 requests/s at most".
std::string servesText(const ServedCase& served, const ServedVariant& variant)
{
    const auto requests
        = [](double perSecond) { return formatNumber(perSecond, rateDigits) + " requests/s"; };
    if (!variant.ratioIsOfCapacity && variant.withinLimit.rate)
        return fmt::format("{} with p99 within {}",
            requests(variant.withinLimit.rate->value.estimate), formatDuration(served.limit->ns));
    return variant.capacity ? requests(variant.capacity->value.estimate) + " at most"
                            : std::string(missingMark);
}

std::string ratioText(const ServedVariant& variant, const std::string& baseline)
{
    const auto& ratio = variant.ratio->value;
    const bool more = ratio.estimate >= 1;
    return fmt::format("{}× as {} as {} ({}–{}×, {})",
        formatNumber(more ? ratio.estimate : 1 / ratio.estimate, rateDigits), more ? "many" : "few",
        baseline, formatNumber(more ? ratio.low : 1 / ratio.high, rateDigits),
        formatNumber(more ? ratio.high : 1 / ratio.low, rateDigits), overWhat(*variant.ratio));
}

std::string undecidedText(const ServedCase& served)
{
    const auto& baseline = served.variants.front().name;
    for (const auto& variant : served.variants)
        if (variant.verdict == ServingVerdict::Undecided && variant.ratio)
            return fmt::format(
                "Whether {} serves more requests than {} is not decided: {} serves {}, {} {} ({}); "
                "{}.",
                variant.name, baseline, variant.name, servesText(served, variant), baseline,
                servesText(served, served.variants.front()), overWhat(*variant.ratio),
                variant.ratio->repetitions < repetitionsForVerdict
                    ? "a verdict needs three, --load-processes 3"
                    : "more processes (--load-processes) or a longer --load-time narrow it");
    return {};
}

/// Where no variant meets the limit at any rate.
std::string limitTooLow(const ServedCase& served)
{
    double lowest = 0;
    std::optional<double> fastest;
    for (const auto& variant : served.variants) {
        if (!variant.served() || variant.rates.empty())
            continue;
        if (variant.withinLimit.kind != Kind::None)
            return {};
        lowest = variant.withinLimit.bound;
        if (const auto& tail = variant.rates.front().tail(); tail.ns)
            fastest = std::min(fastest.value_or(tail.ns->value.estimate), tail.ns->value.estimate);
    }
    if (lowest <= 0)
        return {};
    return fmt::format("No variant answers 99 of 100 requests within {} at any offered rate, not "
                       "even at {}{}: choose a higher limit, or offer lower rates with --load.",
        limitText(served), requestRateText(lowest),
        fastest ? ", where p99 is " + formatDuration(*fastest) + " at best" : std::string());
}

std::string sameText(const ServedCase& served)
{
    const auto& baseline = served.variants.front();
    std::string names;
    bool less = false;
    for (const auto& variant : served.variants) {
        if (variant.verdict != ServingVerdict::NoDifference
            && variant.verdict != ServingVerdict::LessLoad)
            continue;
        less = less || variant.verdict == ServingVerdict::LessLoad;
        names += (names.empty() ? "" : ", ") + variant.name;
    }
    if (names.empty())
        return {};
    const auto serves = servesText(served, baseline);
    return fmt::format("Keep {}: it serves {}, and {} {} no more{}.", baseline.name, serves, names,
        names.find(',') == std::string::npos ? "serves" : "serve",
        less ? ", or less" : std::string());
}

} // namespace

std::string requestRateText(double perSecond)
{
    return formatNumber(perSecond, rateDigits) + "/s";
}

std::string limitText(const ServedCase& served)
{
    if (!served.limit)
        return missingMark;
    auto text = formatDuration(served.limit->ns);
    if (served.limit->source == LimitSource::Usual)
        text += " (five times what a call of " + served.variants.front().name + " takes)";
    return text;
}

std::string overWhat(const LoadInterval& interval)
{
    return interval.isWithinOne() ? "within one process"
                                  : fmt::format("{} processes", interval.repetitions);
}

std::string servingConclusion(const Serving& serving, const ServedCase& served)
{
    if (serving.isEmpty() || served.variants.empty())
        return std::string(howToRecordLoad) + ".";
    if (auto text = limitTooLow(served); !text.empty())
        return text;
    const auto& baseline = served.variants.front();
    if (const auto* best = bestOf(served, ServingVerdict::MoreLoad))
        return fmt::format("Use {}: it serves {}, {}.", best->name, servesText(served, *best),
            ratioText(*best, baseline.name));
    if (auto text = undecidedText(served); !text.empty())
        return text;
    if (auto text = sameText(served); !text.empty())
        return text;
    return fmt::format("{} serves {}.", baseline.name, servesText(served, baseline));
}

std::string servingSentence(const ServedCase& served, int variant)
{
    const auto& own = served.variants.at(static_cast<std::size_t>(variant));
    if (!own.served())
        return own.name + " served no requests.";
    std::string text = own.name;
    if (own.capacity)
        text += fmt::format(" serves {} requests a second at most ({}, {})",
            formatNumber(own.capacity->value.estimate, rateDigits), rangeText(own.capacity->value),
            overWhat(*own.capacity));
    if (own.highestSustained)
        text += fmt::format(
            "; of the offered rates it keeps up with {}", requestRateText(*own.highestSustained));
    else if (!own.rates.empty())
        text += "; it keeps up with none of the offered rates";
    if (served.limit && own.withinLimit.kind != Kind::Unknown)
        text += fmt::format("; p99 is within {} {}", formatDuration(served.limit->ns),
            own.withinLimit.kind == Kind::None ? "at no offered rate"
                                               : "up to " + highestRateText(own.withinLimit));
    const OfferedRate* highest = nullptr;
    for (const auto& rate : own.rates)
        if (rate.sustained && rate.queueShare())
            highest = &rate;
    if (highest != nullptr)
        text += fmt::format("; at {} {} of a request's time is waiting",
            requestRateText(highest->rate), percentText(*highest->queueShare()));
    return text + ".";
}

std::string readySentence(const ServedCase& served, int variant)
{
    const auto& own = served.variants.at(static_cast<std::size_t>(variant));
    if (!own.readyColdNs)
        return {};
    auto text = fmt::format(
        "{} is ready {} after its process starts", own.name, formatDuration(*own.readyColdNs));
    if (own.readyKeptNs)
        text += fmt::format(
            " with an empty compile cache, {} with a kept one", formatDuration(*own.readyKeptNs));
    const auto& baseline = served.variants.front();
    if (variant == 0 || !baseline.readyColdNs || *own.readyColdNs <= *baseline.readyColdNs)
        return text + ".";
    text += fmt::format("; {} is ready {} before it", baseline.name,
        formatDuration(*own.readyColdNs - *baseline.readyColdNs));
    if (baseline.withinLimit.kind == Kind::Found) {
        const auto rate = baseline.withinLimit.rate->value.estimate;
        constexpr double nsPerSecond = 1e9;
        text += fmt::format(", and could answer up to {} within the limit meanwhile, {} requests "
                            "(computed; compiling beside it takes cores that are not in this)",
            requestRateText(rate),
            formatCount(
                std::llround(rate * (*own.readyColdNs - *baseline.readyColdNs) / nsPerSecond)));
    }
    return text + ".";
}

std::string servingDoubts(const Serving& serving, const ServedCase& served)
{
    std::string text;
    const auto add
        = [&text](const std::string& sentence) { text += (text.empty() ? "" : " ") + sentence; };
    bool disturbed = false;
    std::int64_t compiled = 0;
    bool noTail = false;
    for (const auto& variant : served.variants)
        for (const auto& rate : variant.rates) {
            disturbed = disturbed || rate.disturbed;
            compiled += rate.compiled;
            noTail = noTail || (!rate.tail().ns && !rate.tail().unanswered);
        }
    if (serving.repetitions == 1)
        add("Intervals are within one process and know nothing of others: record three with "
            "--load-processes 3.");
    if (disturbed)
        add("Other programs used the cores at some rates, which lengthens tails: those are "
            "marked.");
    if (compiled > 0)
        add(fmt::format("torch compiled something in {} under load.",
            countText(compiled, "request", "requests")));
    if (noTail)
        add("At some rates too few requests came for p99: a longer --load-time brings more.");
    return text;
}

std::string servedRatioText(const ServedVariant& variant)
{
    const bool decided = variant.verdict == ServingVerdict::MoreLoad
        || variant.verdict == ServingVerdict::LessLoad
        || variant.verdict == ServingVerdict::NoDifference;
    if (!variant.ratio || !decided)
        return {};
    const double estimate = variant.ratio->value.estimate;
    return estimate >= 1 ? formatNumber(estimate, rateDigits) + "×"
                         : formatNumber(1 / estimate, rateDigits) + "× fewer";
}

std::string verdictWord(ServingVerdict verdict)
{
    return textOf(verdict,
        {{ServingVerdict::Baseline, "baseline"}, {ServingVerdict::MoreLoad, "more load"},
            {ServingVerdict::LessLoad, "less load"},
            {ServingVerdict::NoDifference, "no difference"},
            {ServingVerdict::Undecided, "undecided"},
            {ServingVerdict::NothingServed, "nothing served"}});
}

std::string highestRateText(const HighestRate& highest)
{
    switch (highest.kind) {
    case Kind::Found:
        return fmt::format("{} ({})", requestRateText(highest.rate->value.estimate),
            rangeText(highest.rate->value));
    case Kind::AtLeast:
        return requestRateText(highest.bound) + " or more";
    case Kind::None:
        return "below " + requestRateText(highest.bound);
    case Kind::Unknown:
        break;
    }
    return missingMark;
}

std::string causeText(const SlowRequest& slow)
{
    auto behind = slow.longCallNs
        ? "waited for a call of " + formatDuration(static_cast<double>(*slow.longCallNs))
        : std::string();
    switch (slow.cause) {
    case SlowRequestCause::Queue:
        return "others came shortly before it";
    case SlowRequestCause::BehindLongCall:
        return behind;
    case SlowRequestCause::Compiled:
        return behind.empty() ? "torch compiled in its call" : behind + ", in which torch compiled";
    case SlowRequestCause::Collected:
        return behind.empty() ? "Python collected garbage in its call"
                              : behind + ", in which Python collected garbage";
    case SlowRequestCause::LongCall:
        return "its own call took long";
    case SlowRequestCause::NeverReturned:
        return "its call never returned";
    case SlowRequestCause::NeverStarted:
        return "was still waiting when the rate ended";
    }
    return {};
}

std::string rateStateText(const OfferedRate& rate)
{
    if (rate.sustained)
        return "kept up";
    return rate.unanswered > 0
        ? fmt::format("requests piled up, {} never answered", formatCount(rate.unanswered))
        : std::string("requests piled up");
}

std::string whyNoPercentile(const ServedPercentile& percentile)
{
    return percentile.unanswered ? std::string("so many requests were never answered")
                                 : fmt::format("needs {} requests, has {}",
                                     formatCount(percentile.needs), formatCount(percentile.has));
}

} // namespace profiler
