// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/latency/block_series.h"

#include "profiler/model/comparison_data.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/number_text.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/statistics/outliers.h"

#include <algorithm>

namespace profiler {

namespace {

int lastRepetition(const ComparisonData& data)
{
    int last = -1;
    for (const auto& process : data.processes)
        if (process.start.kind == ProcessKind::Paired)
            last = std::max(last, process.start.repetition);
    return last;
}

bool brokeOff(const Lane& lane)
{
    return lane.process->end && lane.process->end->outcome != ProcessOutcome::Finished
        && lane.process->end->outcome != ProcessOutcome::Interrupted;
}

/// The fence of the outliers among calls; too few blocks have none.
void markOutliers(std::vector<BlockPoint>& points)
{
    constexpr std::size_t fewest = 8;
    constexpr double fence = 3;
    if (points.size() < fewest)
        return;
    std::vector<double> medians;
    for (const auto& point : points)
        medians.push_back(point.medianNs);
    const auto quartiles = tukeyOutliers(medians);
    for (auto& point : points)
        point.outlier = point.medianNs > quartiles->q3 + fence * (quartiles->q3 - quartiles->q1);
}

BlockLane laneSeries(const JudgeInput& input, const LaneKey& key, const BlockSeries& series)
{
    BlockLane result {.variant = key.variant,
        .again = key.again,
        .name = input.data().plan.variants[static_cast<std::size_t>(key.variant)].name};
    for (const auto& lane : input.repetitions(key)) {
        if (lane.repetition < series.firstRepetition)
            continue;
        const double start = static_cast<double>(lane.repetition - series.firstRepetition)
            * static_cast<double>(series.rounds);
        std::vector<BlockPoint> points;
        for (const auto& block : lane.blocks)
            if (!block.repeated)
                points.push_back({.place = start + block.round,
                    .repetition = lane.repetition,
                    .round = block.round,
                    .medianNs = block.medianNs,
                    .contention = !block.quiet});
        markOutliers(points);
        result.points.insert(result.points.end(), points.begin(), points.end());
        if (brokeOff(lane) && !lane.blocks.empty())
            result.broken = BrokenLane {.repetition = lane.repetition,
                .place = start + lane.blocks.back().round,
                .medianNs = lane.blocks.back().medianNs};
    }
    return result;
}

} // namespace

std::string blockOutliersText(const BlockSeries& series)
{
    std::int64_t all = 0;
    std::int64_t contended = 0;
    for (const auto& lane : series.lanes)
        for (const auto& point : lane.points)
            if (point.outlier) {
                ++all;
                contended += point.contention ? 1 : 0;
            }
    if (all == 0)
        return {};
    const auto text = countText(all, "outlier block", "outlier blocks") + ": ";
    if (contended == all)
        return text + "CPU contention";
    if (contended == 0)
        return text + "no cause recorded";
    return text + std::to_string(contended) + " with CPU contention, "
        + std::to_string(all - contended) + " without a recorded cause";
}

BlockSeries blockSeries(const JudgeInput& input, int caseIndex, int mostRepetitions)
{
    const auto& data = input.data();
    const int last = lastRepetition(data);
    BlockSeries series {.firstRepetition = std::max(0, last + 1 - mostRepetitions),
        .rounds = std::max(1, data.plan.protocol.rounds)};
    series.repetitions = last + 1 - series.firstRepetition;
    bool any = false;
    bool anyInLast = false;
    const auto add = [&](const LaneKey& key) {
        auto lane = laneSeries(input, key, series);
        any = any || !lane.points.empty();
        anyInLast = anyInLast || std::ranges::any_of(lane.points, [last](const BlockPoint& point) {
            return point.repetition == last;
        });
        series.lanes.push_back(std::move(lane));
    };
    for (int i = 0; i < static_cast<int>(data.plan.variants.size()); ++i)
        add({.variant = i, .caseIndex = caseIndex});
    add({.caseIndex = caseIndex, .again = true});
    if (series.lanes.back().points.empty())
        series.lanes.pop_back();
    series.lastIsEmpty = last >= 0 && !anyInLast;
    if (!any)
        series.whyEmpty = {last < 0 ? ReasonKind::RoundsAfterCold : ReasonKind::RoundsWhenWarm, {}};
    return series;
}

} // namespace profiler
