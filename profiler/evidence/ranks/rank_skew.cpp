// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ranks/rank_skew.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <deque>
#include <numeric>
#include <set>
#include <tuple>

namespace profiler {

namespace {

constexpr double mostOfEnds = 0.9;
constexpr std::int64_t mostOffset = std::int64_t {1} << 60; ///< so that what is moved still fits

/// Where the same collective is found on each rank.
struct Match {
    CollectiveKind kind = CollectiveKind::Other;
    std::string group;
    std::map<std::size_t, const Collective*> of; ///< by place of the rank
};

using CollectiveKey = std::tuple<std::string, CollectiveKind, std::int64_t>;

bool isCompared(CollectiveKind kind)
{
    return kind != CollectiveKind::SendReceive && kind != CollectiveKind::Other;
}

std::map<CollectiveKey, Match> matchesOf(const std::vector<RankTrace>& ranks)
{
    std::map<CollectiveKey, Match> matches;
    for (std::size_t place = 0; place < ranks.size(); ++place) {
        std::map<std::pair<std::string, CollectiveKind>, std::int64_t> counted;
        for (const auto& collective : ranks[place].collectives) {
            if (!isCompared(collective.kind))
                continue;
            const auto number = counted[{collective.group, collective.kind}]++;
            auto& match = matches[{collective.group, collective.kind, number}];
            match.kind = collective.kind;
            match.group = collective.group;
            match.of.emplace(place, &collective);
        }
    }
    return matches;
}

/// Ranks that have anything of a kind in a group, with how many.
using Counts
    = std::map<std::pair<std::string, CollectiveKind>, std::map<std::size_t, std::int64_t>>;

Counts countsOf(const std::map<CollectiveKey, Match>& matches)
{
    Counts counts;
    for (const auto& [key, match] : matches)
        for (const auto& [place, collective] : match.of)
            ++counts[{match.group, match.kind}][place];
    return counts;
}

/// Only where all ranks of a group hold as many: else the first one of some may be missing, and
/// each would be matched with its neighbour.
bool isCertain(const Match& match, const Counts& counts)
{
    const auto& all = counts.at({match.group, match.kind});
    return match.of.size() > 1 && std::ranges::all_of(all, [&](const auto& each) {
        return each.second == all.begin()->second;
    });
}

std::int64_t middleOf(std::vector<std::int64_t> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

/// How much later the ends of `from` are than those of `to`.
std::vector<std::int64_t> endsApart(
    const std::vector<Match>& matches, std::size_t from, std::size_t to)
{
    std::vector<std::int64_t> apart;
    for (const auto& match : matches) {
        const auto one = match.of.find(from);
        const auto other = match.of.find(to);
        if (endsTogether(match.kind) && one != match.of.end() && other != match.of.end())
            apart.push_back(one->second->span.end - other->second->span.end);
    }
    return apart;
}

void layOver(RankClock& clock, std::int64_t baseNs, std::vector<std::int64_t> apart)
{
    const auto middle = middleOf(apart);
    for (auto& each : apart)
        each = std::abs(each - middle);
    const auto place = static_cast<std::size_t>(mostOfEnds * static_cast<double>(apart.size() - 1));
    std::ranges::sort(apart);
    clock.by = ClockAlignment::Collectives;
    clock.offsetNs
        = std::clamp(baseNs + std::clamp(middle, -mostOffset, mostOffset), -mostOffset, mostOffset);
    clock.spreadNs = apart[place];
    clock.matched = static_cast<int>(apart.size());
}

/// From the first rank on through ranks that share collectives; of several groups one reaches the
/// next.
std::vector<RankClock> clocksOf(
    const std::vector<RankTrace>& ranks, const std::vector<Match>& matches)
{
    std::vector<RankClock> clocks;
    clocks.reserve(ranks.size());
    for (const auto& rank : ranks)
        clocks.push_back({.rank = rank.rank, .spreadNs = std::nullopt});
    std::set<std::size_t> laid {0};
    std::deque<std::size_t> next {0};
    while (!next.empty()) {
        const auto from = next.front();
        next.pop_front();
        for (std::size_t to = 0; to < ranks.size(); ++to) {
            if (laid.contains(to))
                continue;
            auto apart = endsApart(matches, from, to);
            if (apart.empty())
                continue;
            layOver(clocks[to], clocks[from].offsetNs, std::move(apart));
            clocks[0].by = ClockAlignment::Collectives;
            laid.insert(to);
            next.push_back(to);
        }
    }
    return clocks;
}

MatchedCollective placed(const Match& match, const std::vector<RankClock>& clocks)
{
    MatchedCollective placed {.kind = match.kind, .group = match.group};
    for (const auto& [place, collective] : match.of) {
        placed.ranks.push_back(place);
        placed.startNs.push_back(collective->span.begin + clocks[place].offsetNs);
        placed.endNs.push_back(collective->span.end + clocks[place].offsetNs);
    }
    const auto [first, last] = std::ranges::minmax_element(placed.startNs);
    placed.last = placed.ranks[static_cast<std::size_t>(last - placed.startNs.begin())];
    placed.skewNs = *last - *first;
    return placed;
}

void count(RankSkew& skew, const MatchedCollective& matched, const std::vector<RankTrace>& ranks)
{
    auto& kind = skew.byKind[matched.kind];
    const auto last = ranks[matched.last].rank;
    ++kind.count;
    kind.meanSkewNs += static_cast<double>(matched.skewNs); // divided when all are counted
    kind.longestSkewNs = std::max(kind.longestSkewNs, matched.skewNs);
    ++kind.lastByRank[last];
    ++skew.lastByRank[last];
    const auto latest = std::ranges::max(matched.startNs);
    for (std::size_t i = 0; i < matched.ranks.size(); ++i)
        skew.waitNs[ranks[matched.ranks[i]].rank]
            += static_cast<double>(latest - matched.startNs[i]);
}

} // namespace

std::optional<int> RankSkew::slowest() const
{
    if (lastByRank.empty())
        return std::nullopt;
    return std::ranges::max_element(lastByRank, {}, [](const auto& each) {
        return each.second;
    })->first;
}

double RankSkew::waitPerStepNs() const
{
    const auto slow = slowest();
    double sum = 0;
    std::size_t others = 0;
    for (const auto& [rank, ns] : waitNs)
        if (rank != slow) {
            sum += ns;
            ++others;
        }
    return others == 0 ? 0 : sum / static_cast<double>(others) / std::max(1, steps);
}

RankSkew rankSkew(const std::vector<RankTrace>& ranks)
{
    RankSkew skew;
    if (ranks.empty())
        return skew;
    const auto all = matchesOf(ranks);
    const auto counts = countsOf(all);
    std::vector<Match> certain;
    for (const auto& [key, match] : all) {
        if (isCertain(match, counts))
            certain.push_back(match);
        else
            ++skew.unmatched[match.kind];
    }
    skew.clocks = clocksOf(ranks, certain);
    for (const auto& match : certain)
        skew.matched.push_back(placed(match, skew.clocks));
    std::ranges::stable_sort(skew.matched, {},
        [](const MatchedCollective& each) { return std::ranges::min(each.startNs); });
    for (const auto& matched : skew.matched)
        count(skew, matched, ranks);
    for (auto& [kind, sums] : skew.byKind)
        sums.meanSkewNs /= static_cast<double>(sums.count);
    skew.steps = std::ranges::min_element(ranks, {}, &RankTrace::steps)->steps;
    return skew;
}

} // namespace profiler
