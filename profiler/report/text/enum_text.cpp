// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/text/enum_text.h"

#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <fmt/format.h>

namespace profiler {
namespace {

struct CalendarTime {
    std::chrono::year_month_day date;
    std::chrono::hh_mm_ss<std::chrono::milliseconds> time;
};

CalendarTime calendarTime(std::int64_t utcNs)
{
    using namespace std::chrono;
    const auto instant = sys_time<milliseconds>(floor<milliseconds>(nanoseconds(utcNs)));
    const auto day = floor<days>(instant);
    return {.date = year_month_day(day), .time = hh_mm_ss(instant - day)};
}

std::string dateText(const CalendarTime& when)
{
    return fmt::format("{:04}-{:02}-{:02}", int(when.date.year()), unsigned(when.date.month()),
        unsigned(when.date.day()));
}

std::string withoutUnderscores(std::string key)
{
    std::ranges::replace(key, '_', ' ');
    return key;
}

} // namespace

bool showsRatio(const VariantResult& variant)
{
    return variant.speedUp && variant.verdict != Verdict::Baseline
        && variant.verdict != Verdict::RanEager && variant.verdict != Verdict::Failed
        && variant.verdict != Verdict::NotComparable && variant.verdict != Verdict::NotJudged;
}

std::string utcText(UtcTime time)
{
    if (time.ns == 0)
        return {};
    const auto when = calendarTime(time.ns);
    return fmt::format("{}T{:02}:{:02}:{:02}.{:03}Z", dateText(when), when.time.hours().count(),
        when.time.minutes().count(), when.time.seconds().count(), when.time.subseconds().count());
}

std::string localText(UtcTime time, int utcOffsetMinutes)
{
    if (time.ns == 0)
        return "–";
    const auto when = calendarTime(
        time.ns + std::chrono::nanoseconds(std::chrono::minutes(utcOffsetMinutes)).count());
    return fmt::format(
        "{} {:02}:{:02}", dateText(when), when.time.hours().count(), when.time.minutes().count());
}

std::string verdictWord(Verdict verdict)
{
    const auto word = textOf(verdict,
        {{Verdict::UndecidedLeaningFaster, "undecided, leaning faster"},
            {Verdict::UndecidedLeaningSlower, "undecided, leaning slower"},
            {Verdict::NotJudged, "no verdict"}});
    return word.empty() ? withoutUnderscores(keyOf(verdict)) : word;
}

std::string recommendationWord(RecommendationKind kind)
{
    if (kind == RecommendationKind::Slower) // that is the verdict on the variant, beside its row
        return recommendationWord(RecommendationKind::KeepEager);
    if (kind == RecommendationKind::NotJudged)
        return "No verdict";
    if (kind == RecommendationKind::OneVariant)
        return "Before compiling";
    auto word = withoutUnderscores(keyOf(kind));
    word.front() = static_cast<char>(std::toupper(word.front()));
    return word;
}

std::string recommendationWord(RecommendationKind kind, const Plan& plan)
{
    const bool compiled
        = !plan.variants.empty() && plan.variants.front().kind == VariantKind::Compiled;
    const auto word = recommendationWord(kind);
    return compiled && word == recommendationWord(RecommendationKind::KeepEager) ? "Keep baseline"
                                                                                 : word;
}

} // namespace profiler
