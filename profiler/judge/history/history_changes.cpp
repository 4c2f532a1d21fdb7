// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/history/history_changes.h"

#include "profiler/judge/history/history_sides.h"
#include "profiler/model/log_ratio.h"
#include "profiler/model/plan.h"
#include "profiler/statistics/change_points.h"
#include "profiler/statistics/quantiles.h"
#include "profiler/statistics/t_interval.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <span>
#include <tuple>
#include <utility>

namespace profiler {

namespace {

/// Half of a 95 % interval of the normal distribution, in deviations.
constexpr double deviationsOfHalf = 1.96;
/// One recording beside its level is told from here on.
constexpr double apartDeviations = 5;
constexpr std::size_t pointsForApart = 3;
/// Two values tell neither a level nor their own noise.
constexpr std::size_t pointsForLevel = 3;

bool isCount(HistoryMetric metric)
{
    return metric == HistoryMetric::Breaks;
}

/// Times, sizes and ratios change by factors, counts by steps.
double scaled(HistoryMetric metric, double value)
{
    return isCount(metric) ? value : std::log(value);
}

double unscaled(HistoryMetric metric, double value)
{
    return isCount(metric) ? value : std::exp(value);
}

double smallestStep(HistoryMetric metric)
{
    return isCount(metric) ? 0.5 : LogRatio::ofEffect(Goal {}.minimumEffect).logarithm();
}

// ---- order

/// "2.11.0+cu130" by its numbers.
std::vector<int> numbersOf(const std::string& version)
{
    std::vector<int> numbers;
    const auto* const end = version.data() + version.size();
    for (const auto* at = version.data(); at < end;) {
        int number = 0;
        const auto parsed = std::from_chars(at, end, number);
        if (parsed.ec == std::errc())
            numbers.push_back(number);
        at = parsed.ec == std::errc() ? parsed.ptr : at + 1;
    }
    return numbers;
}

std::string machineOf(const HistoryPoint& point)
{
    std::string machine;
    for (const auto& [field, value] : point.environment)
        if (isHardwareField(field))
            machine += field + "=" + value + "\n";
    return machine;
}

/// The order of the keys: by their first recording.
using Ranks = std::map<std::string, std::size_t>;

template <typename KeyOf>
Ranks ranksOf(const std::vector<HistoryPoint>& byDate, KeyOf keyOf)
{
    Ranks ranks;
    for (const auto& point : byDate)
        ranks.emplace(keyOf(point), ranks.size());
    return ranks;
}

template <typename KeyOf>
void sortByFirst(std::vector<HistoryPoint>& byDate, KeyOf keyOf)
{
    const auto ranks = ranksOf(byDate, keyOf);
    std::ranges::stable_sort(
        byDate, {}, [&](const HistoryPoint& point) { return ranks.at(keyOf(point)); });
}

void sortPoints(std::vector<HistoryPoint>& points, HistoryOrder order)
{
    std::ranges::stable_sort(points, {},
        [](const HistoryPoint& point) { return std::tie(point.started, point.file, point.id); });
    if (order == HistoryOrder::Commit)
        sortByFirst(points,
            [](const HistoryPoint& point) { return fieldIn(point.environment, "git_commit"); });
    else if (order == HistoryOrder::Machine)
        sortByFirst(points, machineOf);
    else if (order == HistoryOrder::Torch)
        std::ranges::stable_sort(points, {}, [](const HistoryPoint& point) {
            return numbersOf(fieldIn(point.environment, "torch"));
        });
}

// ---- tracks

struct Track {
    EnvironmentFields conditions; ///< as far as its points tell them
    std::vector<std::size_t> points; ///< all
    std::vector<std::size_t> measured; ///< those with a value
};

bool isMeasured(const HistoryPoint& point, HistoryMetric metric)
{
    if (!point.value || !std::isfinite(point.value->value))
        return false;
    return isCount(metric) || point.value->value > 0;
}

std::vector<Track> tracksOf(const History& history)
{
    std::vector<Track> tracks;
    for (std::size_t i = 0; i < history.points.size(); ++i) {
        const auto& point = history.points[i];
        auto conditions = conditionsOf(point);
        auto found = std::ranges::find_if(
            tracks, [&](const Track& track) { return areAlike(track.conditions, conditions); });
        if (found == tracks.end()) {
            tracks.emplace_back();
            found = tracks.end() - 1;
        }
        found->conditions.merge(conditions);
        found->points.push_back(i);
        if (isMeasured(point, history.query.metric))
            found->measured.push_back(i);
    }
    return tracks;
}

void addBorders(History& history, const std::vector<Track>& tracks)
{
    for (const auto& track : tracks) {
        const auto at = track.points.front();
        if (at == 0)
            continue;
        history.borders.push_back({.at = at,
            .differences = partingDifferences(history.points[at - 1], history.points[at])});
    }
}

// ---- changes of a track

/// The median of each value and its neighbours: one recording beside its level is no level, and a
/// step stays where it is.
std::vector<double> withoutSpikes(const std::vector<double>& values)
{
    if (values.size() < 3)
        return values;
    std::vector<double> filtered;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto first = std::clamp<std::size_t>(i, 1, values.size() - 2) - 1;
        filtered.push_back(*median(std::span(values.data() + first, 3)));
    }
    return filtered;
}

/// The values of a track's measured points, and their noise.
class Series {
public:
    Series(const History& history, const std::vector<std::size_t>& points)
        : m_metric(history.query.metric)
    {
        std::vector<double> own;
        for (const auto index : points) {
            const auto& value = *history.points[index].value;
            m_values.push_back(scaled(m_metric, value.value));
            if (value.low && value.high && *value.low > 0 && hasIntervals())
                own.push_back(std::log(*value.high / *value.low) / 2 / deviationsOfHalf);
        }
        m_deviation = std::max(noiseOfNeighbours(m_values), median(own).value_or(0));
    }

    [[nodiscard]] std::vector<Segment> segments() const
    {
        if (m_values.empty())
            return {};
        const double penalty = changePointPenalty(m_deviation, m_values.size());
        auto found = isCount(m_metric) ? segment(m_values, penalty, 1).segments
                                       : segment(withoutSpikes(m_values), penalty, 2).segments;
        for (auto& each : found)
            each.mean = meanOf(each.begin, each.end);
        while (mergeSmallest(found)) { }
        return found;
    }

    /// Of two neighbouring segments: their levels' difference with its interval.
    [[nodiscard]] Interval step(const std::vector<Segment>& all, std::size_t second) const
    {
        const auto& one = all[second - 1];
        const auto& other = all[second];
        const auto size
            = [](const Segment& each) { return static_cast<double>(each.end - each.begin); };
        const double difference = other.mean - one.mean;
        const double degrees
            = std::max(1.0, static_cast<double>(m_values.size()) - static_cast<double>(all.size()));
        const double half = studentT(degrees) * spreadIn(all, degrees)
            * std::sqrt(1 / size(one) + 1 / size(other));
        return {difference, difference - half, difference + half};
    }

    /// The last point lies beside the others of its segment.
    [[nodiscard]] std::optional<double> levelBeside(const Segment& last) const
    {
        if (last.end - last.begin < pointsForApart + 1 || isCount(m_metric))
            return std::nullopt;
        const std::span before(m_values.data() + last.begin, last.end - last.begin - 1);
        const double level = *mean(before);
        const double distance = std::abs(m_values[last.end - 1] - level);
        const double noise = m_deviation * std::sqrt(1 + 1 / static_cast<double>(before.size()));
        if (distance < smallestStep(m_metric) || distance < apartDeviations * noise)
            return std::nullopt;
        return level;
    }

private:
    /// Compile times have the range of their processes, which is none.
    [[nodiscard]] bool hasIntervals() const
    {
        return m_metric != HistoryMetric::Compile && !isCount(m_metric);
    }

    [[nodiscard]] double meanOf(std::size_t begin, std::size_t end) const
    {
        return *mean(std::span(m_values.data() + begin, end - begin));
    }

    /// A step that does not matter is none.
    [[nodiscard]] bool mergeSmallest(std::vector<Segment>& all) const
    {
        std::size_t smallest = 0;
        double least = smallestStep(m_metric);
        for (std::size_t i = 1; i < all.size(); ++i) {
            if (const double height = std::abs(all[i].mean - all[i - 1].mean); height < least) {
                least = height;
                smallest = i;
            }
        }
        if (smallest == 0)
            return false;
        auto& kept = all[smallest - 1];
        kept.end = all[smallest].end;
        kept.mean = meanOf(kept.begin, kept.end);
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(smallest));
        return true;
    }

    /// Of the values around their levels; never below what the recordings' own intervals say.
    [[nodiscard]] double spreadIn(const std::vector<Segment>& all, double degrees) const
    {
        double squares = 0;
        for (const auto& each : all)
            for (auto i = each.begin; i < each.end; ++i)
                squares += (m_values[i] - each.mean) * (m_values[i] - each.mean);
        return std::max(std::sqrt(squares / degrees), m_deviation);
    }

    HistoryMetric m_metric;
    std::vector<double> m_values;
    double m_deviation = 0;
};

bool isWorse(HistoryMetric metric, double from, double to)
{
    return lessIsBetter(metric) ? to > from : to < from;
}

HistoryChange changeAt(const History& history, const Track& track, const Series& series,
    const std::vector<Segment>& segments, std::size_t second)
{
    const auto metric = history.query.metric;
    HistoryChange change {.before = track.measured[segments[second].begin - 1],
        .after = track.measured[segments[second].begin],
        .from = unscaled(metric, segments[second - 1].mean),
        .to = unscaled(metric, segments[second].mean)};
    change.worse = isWorse(metric, change.from, change.to);
    if (!isCount(metric)) {
        const auto step = series.step(segments, second);
        change.ratio = Interval {std::exp(step.estimate), std::exp(step.low), std::exp(step.high)};
    }
    change.differences
        = differencesBetween(history.points[change.before], history.points[change.after]);
    return change;
}

/// To say that a metric stayed at a level is to say that no value differs from it.
LevelKind kindOf(const History& history, const HistoryLevel& level)
{
    if (level.points.size() < pointsForLevel)
        return LevelKind::TooFew;
    const auto metric = history.query.metric;
    const auto isNear = [&](std::size_t point) {
        return std::abs(
                   scaled(metric, history.points[point].value->value) - scaled(metric, level.value))
            <= smallestStep(metric);
    };
    return std::ranges::all_of(level.points, isNear) ? LevelKind::Steady : LevelKind::Scattered;
}

HistoryLevel levelOf(const History& history, const Track& track, const Segment& segment)
{
    HistoryLevel level {.points = {}, .value = unscaled(history.query.metric, segment.mean)};
    for (auto i = segment.begin; i < segment.end; ++i)
        level.points.push_back(track.measured[i]);
    level.kind = kindOf(history, level);
    return level;
}

void addTrack(History& history, const Track& track)
{
    const auto metric = history.query.metric;
    const Series series(history, track.measured);
    const auto segments = series.segments();
    auto& levels = history.tracks.emplace_back().levels;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        levels.push_back(levelOf(history, track, segments[i]));
        if (i > 0)
            history.changes.push_back(changeAt(history, track, series, segments, i));
    }
    if (segments.empty() || track.points.back() + 1 != history.points.size()
        || track.measured.back() != track.points.back())
        return;
    if (const auto level = series.levelBeside(segments.back())) {
        const auto at = track.measured.back();
        const double from = unscaled(metric, *level);
        history.apart = HistoryApart {.at = at,
            .level = from,
            .worse = isWorse(metric, from, history.points[at].value->value)};
    }
}

} // namespace

History historyOf(std::vector<HistoryPoint> points, const HistoryQuery& query)
{
    History history {.query = query, .points = std::move(points)};
    sortPoints(history.points, query.order);
    if (!history.points.empty())
        history.unit = history.points.back().unit;
    const auto tracks = tracksOf(history);
    addBorders(history, tracks);
    for (const auto& track : tracks)
        addTrack(history, track);
    std::ranges::stable_sort(history.changes, {}, &HistoryChange::after);
    std::ranges::stable_sort(history.borders, {}, &HistoryBorder::at);
    return history;
}

} // namespace profiler
