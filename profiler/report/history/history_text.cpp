// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/history/history_text.h"

#include "profiler/judge/configuration_fields.h"
#include "profiler/judge/history/history_sides.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/text/enum_text.h"
#include "profiler/report/text/shown_texts.h"
#include "profiler/report/text/terminal_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <utility>

namespace profiler {

namespace {

constexpr std::size_t digitsOfCommit = 10;
constexpr std::size_t mostDifferences = 8;

/// A name of a file for a sentence: bounded, on one line, and marking no words.
std::string shown(std::string text)
{
    cutText(text, longestName);
    text = printable(text);
    std::erase(text, '*');
    return text;
}

std::string fieldOf(const HistoryPoint& point, const std::string& field)
{
    return shown(fieldIn(point.environment, field));
}

std::string signedPercent(double ratio)
{
    const auto text = percentText(std::abs(ratio - 1));
    return (ratio < 1 ? "−" : "+") + text;
}

std::string dayOf(const HistoryPoint& point)
{
    const auto text = localText(point.started, point.utcOffsetMinutes);
    return text.substr(0, text.find(' '));
}

/// "by 10 % (9.1–11 %)", "by 2".
std::string amountText(const HistoryChange& change)
{
    if (!change.ratio)
        return formatNumber(std::abs(change.to - change.from), 3);
    return signedPercent(change.ratio->estimate) + " (" + signedPercent(change.ratio->low) + " to "
        + signedPercent(change.ratio->high) + ")";
}

bool rose(const HistoryChange& change)
{
    return change.to > change.from;
}

std::string withCount(std::size_t count, const char* one, const char* several)
{
    return countText(static_cast<std::int64_t>(count), one, several);
}

/// Of the two sides' commits: what lies between them.
std::string commitRange(const HistoryChange& change)
{
    const auto found
        = std::ranges::find(change.differences, SideKind::Commit, &SideDifference::kind);
    if (found == change.differences.end())
        return {};
    return " (git log " + shown(found->before).substr(0, digitsOfCommit) + ".."
        + shown(found->after).substr(0, digitsOfCommit) + ")";
}

/// What to do about a change: the first thing that may have caused it.
std::string adviceFor(const HistoryChange& change)
{
    const auto has = [&](SideKind kind) {
        return std::ranges::find(change.differences, kind, &SideDifference::kind)
            != change.differences.end();
    };
    std::string advice;
    if (has(SideKind::Breaks) || has(SideKind::Graphs) || has(SideKind::Recompiles))
        advice = "Look at what it compiles otherwise first";
    else if (has(SideKind::Setting))
        advice = "Look at the changed settings first";
    else if (has(SideKind::Version))
        advice = "Look at the changed versions first";
    else if (has(SideKind::Commit) || has(SideKind::Dirty))
        advice = "Look at the changes of the code between the two first" + commitRange(change);
    else
        advice = "Nothing that was recorded explains it: record the newest again";
    return advice
        + "; for a verdict record both sides as variants of one comparison (fusescope record).";
}

std::string changedSentence(const History& history, const HistoryChange& change, Emphasis emphasis)
{
    const auto& after = history.points[change.after];
    const auto what = "The " + historySubject(history) + (rose(change) ? " rose" : " fell")
        + " from " + historyValueText(history, change.from) + " to "
        + historyValueText(history, change.to) + ", " + amountText(change);
    return stressed(what, emphasis) + ", from " + pointName(after) + " of " + dayOf(after)
        + " on: " + differencesText(change.differences) + ".";
}

/// "2.368 ms and 20.98 ms".
std::string listedValues(const History& history, const HistoryLevel& level)
{
    std::string text;
    for (const auto point : level.points)
        text += (text.empty() ? "" : " and ")
            + historyValueText(history, history.points[point].value->value);
    return text;
}

/// "8.9 times apart", "1.2 % apart"; of counts nothing.
std::string distanceText(double least, double most)
{
    constexpr double tellsTimes = 1.5;
    if (least <= 0 || least == most)
        return {};
    return most / least < tellsTimes ? ", " + percentText(most / least - 1) + " apart"
                                     : ", " + formatNumber(most / least, 2) + " times apart";
}

/// What may be said of a level without a change: no more than its recordings show.
std::string levelText(const History& history, const HistoryLevel& level)
{
    std::vector<double> values;
    for (const auto point : level.points)
        values.push_back(history.points[point].value->value);
    const auto [least, most] = std::ranges::minmax(values);
    const auto recordings = withCount(level.points.size(), "recording", "recordings");
    switch (level.kind) {
    case LevelKind::TooFew:
        return recordings + ", " + listedValues(history, level)
            + (values.size() > 1 && history.query.metric != HistoryMetric::Breaks
                    ? distanceText(least, most)
                    : "")
            + ": too few to call it a level";
    case LevelKind::Scattered:
        return recordings + " between " + historyValueText(history, least) + " and "
            + historyValueText(history, most) + ", without a lasting change";
    case LevelKind::Steady:
        return recordings + " that stayed at " + historyValueText(history, level.value);
    }
    return {};
}

std::vector<const HistoryLevel*> levelsOf(const History& history)
{
    std::vector<const HistoryLevel*> levels;
    for (const auto& track : history.tracks)
        for (const auto& level : track.levels)
            levels.push_back(&level);
    return levels;
}

/// Every level is one, and none has values apart.
bool isSteady(const History& history)
{
    const auto levels = levelsOf(history);
    return !levels.empty() && std::ranges::all_of(levels, [](const auto* level) {
        return level->kind == LevelKind::Steady;
    });
}

std::string steadySentence(const History& history, Emphasis emphasis)
{
    constexpr std::size_t mostLevels = 4;
    const auto levels = levelsOf(history);
    const auto subject = "The " + historySubject(history);
    if (levels.empty())
        return subject + " is known of no recording; the table says why.";
    const auto& newest = history.points.back();
    if (history.points.size() == 1)
        return stressed(
                   subject + " is " + historyValueText(history, levels.front()->value), emphasis)
            + " in the only recording, of " + dayOf(newest)
            + ". Record again later to see whether it changes.";
    std::string text;
    for (std::size_t i = 0; i < std::min(levels.size(), mostLevels); ++i)
        text += (text.empty() ? "" : "; ") + levelText(history, *levels[i]);
    if (levels.size() > mostLevels)
        text += "; and " + withCount(levels.size() - mostLevels, "more level", "more levels");
    const std::string parted
        = history.borders.empty() ? ": " : " is not compared across its borders: ";
    const auto oldest = dayOf(history.points.front());
    return stressed(subject + parted + text, emphasis) + ", " + oldest
        + (oldest == dayOf(newest) ? "" : " to " + dayOf(newest)) + ".";
}

std::string apartSentence(const History& history)
{
    const auto& apart = *history.apart;
    const auto value = history.points[apart.at].value->value;
    return " The newest lies beside it, at " + historyValueText(history, value) + " ("
        + signedPercent(value / apart.level)
        + "): one alone may be an accident, record once more to know.";
}

std::string fieldName(const SideDifference& difference)
{
    constexpr std::string_view ofPlan = "setting.";
    auto ofKind = textOf(difference.kind,
        {{SideKind::Commit, "commit"}, {SideKind::Dirty, "uncommitted changes"},
            {SideKind::Graphs, "graphs"}, {SideKind::Breaks, "graph breaks"},
            {SideKind::Recompiles, "recompiles"}, {SideKind::Kernels, "kernels a call"}});
    if (!ofKind.empty())
        return ofKind;
    if (difference.field == "tool")
        return "recorded by";
    if (difference.field.starts_with(ofPlan))
        return shown(configurationFieldText(difference.field.substr(ofPlan.size()), true));
    return shown(configurationFieldText(difference.field, false));
}

std::string sideText(const SideDifference& difference, const std::string& value)
{
    if (value.empty())
        return difference.kind == SideKind::Dirty ? "none" : "not given";
    auto text = shown(value);
    const bool hash = difference.kind == SideKind::Commit || difference.kind == SideKind::Dirty
        || difference.field.find("_hash") != std::string::npos;
    return hash ? text.substr(0, digitsOfCommit) : text;
}

std::string kindOfLeftOut(LeftOutKind kind)
{
    return textOf(kind,
        {{LeftOutKind::Unreadable, "cannot be read"},
            {LeftOutKind::OtherWorkload, "of another model"},
            {LeftOutKind::OtherTask, "of another task"},
            {LeftOutKind::OtherInputs, "of other inputs under the same name"},
            {LeftOutKind::NoSuchCase, "without this case"},
            {LeftOutKind::NoSuchVariant, "without this variant"},
            {LeftOutKind::Imported, "imported from other tools, whose calls were not timed"}});
}

} // namespace

HistoryMetricWords historyMetricWords(HistoryMetric metric)
{
    using enum HistoryMetric;
    return valueFor(metric,
        {{Median, {"median of a call", "median", "median_ns"}},
            {P99, {"p99 of a call", "p99", "p99_ns"}},
            {Throughput, {"throughput", "throughput", "per_s"}},
            {Compile, {"compile time with an empty cache", "compile time", "compile_ns"}},
            {Memory, {"peak memory of steady calls", "peak memory", "peak_memory_bytes"}},
            {Breaks, {"graph breaks", "graph breaks", "graph_breaks"}},
            {SpeedUp, {"speed-up over the baseline", "speed-up", "speedup"}}},
        HistoryMetricWords {});
}

std::string historyMetricName(HistoryMetric metric)
{
    return std::string(historyMetricWords(metric).name);
}

std::string historyOrderName(HistoryOrder order)
{
    return textOf(order,
        {{HistoryOrder::Date, "date"}, {HistoryOrder::Commit, "commit"},
            {HistoryOrder::Torch, "torch version"}, {HistoryOrder::Machine, "machine"}});
}

std::string historyValueText(const History& history, double value)
{
    switch (history.query.metric) {
    case HistoryMetric::Median:
    case HistoryMetric::P99:
    case HistoryMetric::Compile:
        return formatDuration(value);
    case HistoryMetric::Throughput:
        return formatNumber(value) + " " + shown(history.unit) + "/s";
    case HistoryMetric::Memory:
        return formatBytes(std::llround(value));
    case HistoryMetric::Breaks:
        // a level may lie between two counts
        return value == std::round(value) ? formatCount(std::llround(value))
                                          : formatNumber(value, 3);
    case HistoryMetric::SpeedUp:
        return formatRatio(value);
    }
    return {};
}

std::string historyIntervalText(const History& history, const HistoryValue& value)
{
    if (!value.low || !value.high)
        return {};
    return historyValueText(history, *value.low) + "–" + historyValueText(history, *value.high);
}

std::string historySubject(const History& history)
{
    const auto& query = history.query;
    return historyMetricName(query.metric) + " of " + shown(query.variant) + " in case "
        + shown(query.caseName) + " of " + shown(query.workload);
}

std::string pointLabel(const History& history, std::size_t point)
{
    const auto& each = history.points.at(point);
    std::string label;
    switch (history.query.order) {
    case HistoryOrder::Date:
        break;
    case HistoryOrder::Commit:
        label = pointCommit(each);
        break;
    case HistoryOrder::Torch:
        label = fieldOf(each, "torch");
        break;
    case HistoryOrder::Machine:
        label = fieldOf(each, "device_name");
        break;
    }
    return label.empty() ? localText(each.started, each.utcOffsetMinutes) : label;
}

std::string pointName(const HistoryPoint& point)
{
    if (!point.name.empty())
        return shown(point.name);
    const auto file = shown(std::filesystem::path(point.file).filename().string());
    return point.id.value > 1 ? file + "@" + std::to_string(point.id.value) : file;
}

std::string pointCommit(const HistoryPoint& point)
{
    auto commit = fieldOf(point, "git_commit").substr(0, digitsOfCommit);
    const auto dirty = fieldOf(point, "git_dirty");
    if (!commit.empty() && !dirty.empty() && dirty != "0")
        commit += "+";
    return commit;
}

std::string historyWord(const History& history)
{
    if (!history.changes.empty())
        return history.changes.back().worse ? "Worse" : "Better";
    return isSteady(history) && !history.apart ? "No change" : "Not decided";
}

Mark historyMark(const History& history)
{
    if (!history.changes.empty())
        return history.changes.back().worse ? Mark::Bad : Mark::Good;
    if (history.apart)
        return Mark::Neutral;
    return isSteady(history) ? Mark::Good : Mark::Information;
}

std::string historySentence(const History& history, Emphasis emphasis)
{
    auto text = history.changes.empty()
        ? steadySentence(history, emphasis)
        : changedSentence(history, history.changes.back(), emphasis);
    if (history.changes.size() > 1)
        text += " It changed " + withCount(history.changes.size() - 1, "other time", "other times")
            + " before.";
    if (history.apart)
        text += apartSentence(history);
    if (!history.changes.empty())
        text += " " + adviceFor(history.changes.back());
    return text;
}

std::string historyNote(const History& history)
{
    auto text = withCount(history.points.size(), "recording", "recordings") + " by "
        + historyOrderName(history.query.order);
    if (!history.borders.empty())
        text += ", " + withCount(history.borders.size(), "border", "borders")
            + " that nothing is joined across";
    if (!history.leftOut.empty())
        text += ", " + withCount(history.leftOut.size(), "left out", "left out");
    return text
        + ". Changes below 3 % are none; recordings of different times are not paired, so "
          "that no verdict follows from them.";
}

std::string changeText(const History& history, const HistoryChange& change)
{
    return amountText(change) + ", " + historyValueText(history, change.from) + " to "
        + historyValueText(history, change.to) + ", from " + pointName(history.points[change.after])
        + " on";
}

std::string differenceText(const SideDifference& difference)
{
    return fieldName(difference) + " " + sideText(difference, difference.before) + " → "
        + sideText(difference, difference.after);
}

std::string differencesText(const std::vector<SideDifference>& differences)
{
    if (differences.empty())
        return "nothing else that was recorded changed with it";
    std::string text;
    for (std::size_t i = 0; i < std::min(differences.size(), mostDifferences); ++i)
        text += (text.empty() ? "" : "; ") + differenceText(differences[i]);
    if (differences.size() > mostDifferences)
        text += "; and " + withCount(differences.size() - mostDifferences, "more", "more");
    return text;
}

std::string repeatText(const RepeatDifferences& differences)
{
    if (differences.all.empty())
        return "Nothing else that was recorded differs from the recording that this repeats.";
    auto text = "Since the recording that this repeats: " + differencesText(differences.all) + ".";
    if (!differences.parting.empty())
        text += " Times of the two are not comparable: " + differencesText(differences.parting)
            + ".";
    return text;
}

std::string borderSubject(const HistoryBorder& border)
{
    const auto& differences = border.differences;
    if (differences.size() == 1)
        return fieldName(differences.front());
    const bool hardware = std::ranges::all_of(
        differences, [](const SideDifference& each) { return each.kind == SideKind::Hardware; });
    return hardware ? "machine or driver" : "several conditions";
}

std::string borderText(const History& history, const HistoryBorder& border)
{
    const auto name = pointName(history.points[border.at]);
    return "not joined from " + name + " on: "
        + (border.differences.empty() ? "another machine or driver"
                                      : differencesText(border.differences));
}

std::vector<std::string> leftOutTexts(const History& history)
{
    constexpr std::size_t mostNamed = 10;
    std::map<LeftOutKind, std::size_t> counts;
    std::vector<std::string> texts;
    for (const auto& each : history.leftOut) {
        ++counts[each.kind];
        if (each.kind == LeftOutKind::Unreadable && texts.size() < mostNamed)
            texts.push_back(printable(each.why));
    }
    for (const auto& [kind, count] : counts)
        if (kind != LeftOutKind::Unreadable || count > mostNamed)
            texts.push_back(withCount(count, "recording is left out: ", "recordings are left out: ")
                + kindOfLeftOut(kind));
    return texts;
}

std::string pointNote(const History& history, std::size_t point)
{
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
    for (const auto& border : history.borders)
        if (border.at == point)
            add(borderText(history, border));
    for (const auto& change : history.changes)
        if (change.after == point)
            add(changeText(history, change) + ": " + differencesText(change.differences));
    if (history.apart && history.apart->at == point)
        add("beside its level of " + historyValueText(history, history.apart->level));
    if (!history.points[point].value)
        add(reasonText(history.points[point].value.error()));
    return text;
}

} // namespace profiler
