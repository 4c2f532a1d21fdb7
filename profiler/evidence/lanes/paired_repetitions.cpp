// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/lanes/paired_repetitions.h"

#include "profiler/evidence/lanes/cpu_time.h"
#include "profiler/statistics/log_ratios.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

namespace profiler {

namespace {

/// How long the rounds of two lanes ran side by side; negative: this far apart.
std::int64_t overlapNs(const Lane& a, const Lane& b)
{
    const auto first = std::max(a.blocks.front().startedNs, b.blocks.front().startedNs);
    const auto last = std::min(a.blocks.back().startedNs, b.blocks.back().startedNs);
    return last - first;
}

/// Placement `pairs` and repeated repetitions give a repetition several baseline lanes: the
/// partner is the one whose rounds ran beside the variant's.
const Lane* partnerOf(const Lane& lane, const std::vector<Lane>& candidates)
{
    const Lane* best = nullptr;
    for (const auto& candidate : candidates) {
        if (candidate.repetition != lane.repetition || candidate.state != LaneState::Steady)
            continue;
        if (best == nullptr || overlapNs(lane, candidate) > overlapNs(lane, *best))
            best = &candidate;
    }
    return best;
}

std::optional<double> timeOf(const TimedBlock& block, CallTime time)
{
    return time == CallTime::Wall ? block.medianNs : cpuTimeOf(block);
}

std::vector<RoundRatio> joinRounds(const Lane& baseline, const Lane& variant, CallTime time)
{
    std::map<std::tuple<int, bool, int>, const TimedBlock*> byRound;
    for (const auto& block : baseline.blocks)
        byRound[{block.round, block.repeated, block.occurrence}] = &block;
    std::vector<RoundRatio> rounds;
    for (const auto& block : variant.blocks) {
        const auto found = byRound.find({block.round, block.repeated, block.occurrence});
        if (found == byRound.end())
            continue;
        const auto before = timeOf(*found->second, time);
        const auto after = timeOf(block, time);
        if (!before || !after)
            continue;
        rounds.push_back({.ratio = LogRatio::ofRatio(*before / *after),
            .repeated = block.repeated,
            .quiet = found->second->quiet && block.quiet});
    }
    return rounds;
}

/// Of what `valueOf` tells of the rounds; those of which it tells nothing are left out.
template <typename ValueOf>
std::vector<LogRatio> medians(const std::vector<PairedRepetition>& pairs, ValueOf valueOf)
{
    std::vector<LogRatio> result;
    for (const auto& pair : pairs) {
        std::vector<LogRatio> ratios;
        for (const auto& round : pair.rounds) {
            if (const std::optional<LogRatio> value = valueOf(round))
                ratios.push_back(*value);
        }
        if (const auto middle = median(ratios))
            result.push_back(*middle);
    }
    return result;
}

} // namespace

std::vector<PairedRepetition> pairRepetitions(
    const std::vector<Lane>& baselineLanes, const std::vector<Lane>& variantLanes, CallTime time)
{
    std::vector<PairedRepetition> pairs;
    for (const auto& lane : inState(byRepetition(variantLanes), LaneState::Steady)) {
        const auto* partner = partnerOf(lane, baselineLanes);
        if (partner == nullptr)
            continue;
        auto rounds = joinRounds(*partner, lane, time);
        if (!rounds.empty())
            pairs.push_back({lane.repetition, *partner, lane, std::move(rounds)});
    }
    return pairs;
}

std::vector<LogRatio> medianLogRatios(const std::vector<PairedRepetition>& pairs)
{
    return medians(pairs, [](const RoundRatio& round) { return round.ratio; });
}

std::vector<LogRatio> quietMedianLogRatios(const std::vector<PairedRepetition>& pairs)
{
    return medians(pairs, [](const RoundRatio& round) {
        return round.quiet ? std::optional(round.ratio) : std::nullopt;
    });
}

std::vector<std::vector<double>> logRatiosByRepetition(const std::vector<PairedRepetition>& pairs)
{
    std::vector<std::vector<double>> result;
    for (const auto& pair : pairs) {
        auto& ratios = result.emplace_back();
        for (const auto& round : pair.rounds)
            ratios.push_back(round.ratio.logarithm());
    }
    return result;
}

int fewestRounds(const std::vector<PairedRepetition>& pairs)
{
    std::optional<std::ptrdiff_t> fewest;
    for (const auto& pair : pairs) {
        const auto planned = std::ranges::count(pair.rounds, false, &RoundRatio::repeated);
        fewest = std::min(fewest.value_or(planned), planned);
    }
    return static_cast<int>(fewest.value_or(0));
}

} // namespace profiler
