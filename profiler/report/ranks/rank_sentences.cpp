// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/ranks/rank_sentences.h"

#include "profiler/model/number_text.h"
#include "profiler/report/text/listed_by_and.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace profiler {

namespace {

constexpr std::size_t mostKinds = 2;
constexpr double oftenMoreThanChance = 1.5; ///< as often last as by chance

std::string perCall(std::int64_t ns, std::size_t calls)
{
    return formatDuration(
        static_cast<double>(ns) / static_cast<double>(std::max<std::size_t>(calls, 1)));
}

std::string timeText(
    CollectiveKind kind, const CommunicationTime& time, std::size_t calls, const std::string& unit)
{
    auto text = fmt::format(
        "{} takes {} of a {}", collectiveName(kind), perCall(time.sumNs, calls), unit);
    if (!time.exposedNs)
        return text;
    if (*time.exposedNs == 0)
        return text + ", all of it behind other kernels";
    return text + fmt::format(", {} of it exposed", perCall(*time.exposedNs, calls));
}

/// Of one kind its name, else what all are.
std::string matchedNoun(const RankSkew& skew)
{
    return skew.byKind.size() == 1 ? collectiveName(skew.byKind.begin()->first) + "s"
                                   : std::string("collectives");
}

} // namespace

std::string communicationSentence(
    const DeviceShare& share, std::size_t calls, const std::string& unit)
{
    std::vector<std::pair<CollectiveKind, CommunicationTime>> kinds(
        share.collectives.begin(), share.collectives.end());
    std::ranges::stable_sort(
        kinds, std::ranges::greater {}, [](const auto& kind) { return kind.second.sumNs; });
    std::vector<std::string> parts;
    for (const auto& [kind, time] : kinds)
        if (parts.size() < mostKinds)
            parts.push_back(timeText(kind, time, calls, unit));
    return listedByAnd(parts);
}

std::string devicesSentence(const std::vector<DeviceShare>& shares, const std::string& unit)
{
    if (shares.size() < 2)
        return {};
    std::vector<std::string> parts;
    parts.reserve(shares.size());
    for (const auto& share : shares)
        parts.push_back(parts.empty()
                ? fmt::format("device {} is busy for {} of a {}", share.device,
                    percentText(share.busyRatio()), unit)
                : fmt::format("device {} for {}", share.device, percentText(share.busyRatio())));
    return listedByAnd(parts);
}

std::string skewSentence(const RankSkew& skew, const std::string& unit)
{
    const auto slowest = skew.slowest();
    if (!slowest)
        return "no collective is on several ranks, so that nothing tells who comes late";
    const auto count = static_cast<std::int64_t>(skew.matched.size());
    const auto last = skew.lastByRank.at(*slowest);
    const auto waited = formatDuration(skew.waitPerStepNs());
    const auto ranks = static_cast<double>(skew.clocks.size());
    const bool often
        = static_cast<double>(last) * ranks >= oftenMoreThanChance * static_cast<double>(count);
    if (often)
        return fmt::format(
            "rank {} arrives last in {} of {} {}, and the others wait {} a {} for it", *slowest,
            last, count, matchedNoun(skew), waited, unit);
    return fmt::format("no rank is behind the others: of {} {} rank {} arrives last most often, in "
                       "{}; ranks wait {} a {}",
        count, matchedNoun(skew), *slowest, last, waited, unit);
}

std::string clocksSentence(const RankSkew& skew)
{
    const auto byCollectives
        = std::ranges::count(skew.clocks, ClockAlignment::Collectives, &RankClock::by);
    if (byCollectives == 0)
        return "The ranks are laid over each other by their own clocks: no collective that ends on "
               "all of them at once is on several.";
    std::int64_t spread = 0;
    std::string others;
    for (const auto& clock : skew.clocks) {
        spread = std::max(spread, clock.spreadNs.value_or(0));
        if (clock.by == ClockAlignment::WallClock)
            others += (others.empty() ? "" : ", ") + std::to_string(clock.rank);
    }
    auto text = fmt::format("The ranks' clocks are laid over each other where collectives end that "
                            "end on all of them at once; 9 of 10 ends are within {}.",
        formatDuration(static_cast<double>(spread)));
    if (!others.empty())
        text += fmt::format(" Rank {} shares none and keeps its own clock.", others);
    return text;
}

std::string unmatchedSentence(const RankSkew& skew)
{
    std::vector<std::string> parts;
    for (const auto& [kind, number] : skew.unmatched)
        parts.push_back(fmt::format("{} {}", number, collectiveName(kind)));
    if (parts.empty())
        return {};
    return fmt::format("{} not matched: ranks hold different numbers of them, or one rank alone "
                       "does.",
        listedByAnd(parts));
}

} // namespace profiler
