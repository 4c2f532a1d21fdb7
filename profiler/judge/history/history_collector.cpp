// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/history/history_collector.h"

#include "profiler/judge/history/history_changes.h"
#include "profiler/judge/history/history_sides.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/imported_spec.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>
#include <variant>

namespace profiler {

namespace {

bool isAsked(const HistoryPoint& point, const HistoryQuery& query)
{
    const auto fits = [](const std::string& asked, const std::string& name) {
        return asked.empty() || asked == name;
    };
    return fits(query.workload, point.workload) && fits(query.caseName, point.caseName)
        && fits(query.variant, point.variant);
}

std::string shapesOf(const HistoryPoint& point)
{
    return fieldIn(point.environment, "shapes_hash." + point.caseName);
}

bool isOlder(const HistoryPoint& one, const HistoryPoint& other)
{
    return one.started < other.started;
}

/// What keeps a point from standing beside the newest one.
std::optional<LeftOutKind> whyOther(const HistoryPoint& point, const HistoryPoint& newest)
{
    if (point.workload != newest.workload)
        return LeftOutKind::OtherWorkload;
    if (point.task != newest.task)
        return LeftOutKind::OtherTask;
    if (point.caseName != newest.caseName)
        return LeftOutKind::NoSuchCase;
    if (point.variant != newest.variant)
        return LeftOutKind::NoSuchVariant;
    const auto shapes = shapesOf(point);
    const auto newestShapes = shapesOf(newest);
    if (!shapes.empty() && !newestShapes.empty() && shapes != newestShapes)
        return LeftOutKind::OtherInputs;
    return std::nullopt;
}

std::string whyText(LeftOutKind kind, const HistoryPoint& point, const HistoryPoint& newest)
{
    switch (kind) {
    case LeftOutKind::OtherWorkload:
        return point.workload;
    case LeftOutKind::NoSuchCase:
        return newest.caseName;
    case LeftOutKind::NoSuchVariant:
        return newest.variant;
    default:
        return {};
    }
}

std::string commaJoined(const std::set<std::string>& names)
{
    std::string text;
    for (const auto& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text.empty() ? "none" : text;
}

/// Why nothing is left, in one sentence.
Error nothingLeft(const std::vector<LeftOut>& leftOut, const HistoryNames& names)
{
    const auto any = [&](LeftOutKind kind) {
        return std::ranges::any_of(
            leftOut, [kind](const LeftOut& each) { return each.kind == kind; });
    };
    std::string sentence = "no recording is there; `fusescope record` makes one";
    if (any(LeftOutKind::NoSuchCase))
        sentence = "no recording has this case; their cases are " + commaJoined(names.cases);
    else if (any(LeftOutKind::NoSuchVariant))
        sentence
            = "no recording has this variant; their variants are " + commaJoined(names.variants);
    else if (any(LeftOutKind::OtherWorkload))
        sentence = "no recording is of this model; theirs are " + commaJoined(names.workloads);
    else if (any(LeftOutKind::Imported))
        sentence = "only imported traces are there, which were not timed call by call; record with "
                   "fusescope record";
    else if (leftOut.empty() && !names.workloads.empty())
        sentence = "the files of other tools there do not tell this figure of that case; choose "
                   "another --metric, or another --case of "
            + commaJoined(names.cases);
    else if (!leftOut.empty())
        sentence = "no file could be read; " + leftOut.front().why;
    return {.kind = ErrorKind::NotFound, .message = std::move(sentence)};
}

/// Points for one query, and what is left out of it.
class Selection {
public:
    explicit Selection(HistoryQuery query)
        : m_query(std::move(query))
    {
    }

    void add(const std::string& file, const HistoryRecording& recording)
    {
        auto made = historyPoint(recording, file, m_query);
        if (auto* point = std::get_if<HistoryPoint>(&made))
            m_points.push_back(std::move(*point));
        else
            m_leftOut.push_back(std::get<LeftOut>(std::move(made)));
        if (recording.workload == importedSpec)
            return;
        auto& names = m_names[recording.workload];
        for (const auto& each : recording.cases)
            names.cases.insert(each.name);
        for (const auto& each : recording.variants)
            names.variants.insert(each.name);
    }

    void add(const HistoryPoint& point)
    {
        auto& names = m_names[point.workload];
        names.cases.insert(point.caseName);
        names.variants.insert(point.variant);
        if (isAsked(point, m_query))
            m_points.push_back(point);
    }

    Result<History> finish(const std::vector<LeftOut>& unreadable)
    {
        m_leftOut.insert(m_leftOut.end(), unreadable.begin(), unreadable.end());
        if (!m_points.empty()) {
            dropOthers();
            chooseNames();
        }
        std::ranges::stable_sort(
            m_leftOut, {}, [](const LeftOut& each) { return std::pair(each.file, each.id); });
        if (m_points.empty())
            return tl::unexpected(nothingLeft(m_leftOut, knownNames()));
        auto history = historyOf(std::move(m_points), m_query);
        history.leftOut = std::move(m_leftOut);
        history.names = knownNames();
        return history;
    }

private:
    /// Cases and variants of the asked workload, of all where none was asked for.
    [[nodiscard]] HistoryNames knownNames() const
    {
        HistoryNames known;
        for (const auto& [workload, names] : m_names) {
            known.workloads.insert(workload);
            if (!m_query.workload.empty() && workload != m_query.workload)
                continue;
            known.cases.insert(names.cases.begin(), names.cases.end());
            known.variants.insert(names.variants.begin(), names.variants.end());
        }
        return known;
    }

    void dropOthers()
    {
        const HistoryPoint newest = *std::ranges::max_element(m_points, isOlder);
        std::erase_if(m_points, [&](const HistoryPoint& point) {
            const auto kind = whyOther(point, newest);
            if (kind && point.id.value != 0) // a file of another tool holds hundreds of cases
                m_leftOut.push_back({.kind = *kind,
                    .file = point.file,
                    .id = point.id,
                    .why = whyText(*kind, point, newest)});
            return kind.has_value();
        });
    }

    void chooseNames()
    {
        const auto& newest = *std::ranges::max_element(m_points, isOlder);
        m_query.workload = newest.workload;
        m_query.caseName = newest.caseName;
        m_query.variant = newest.variant;
    }

    HistoryQuery m_query;
    std::vector<HistoryPoint> m_points;
    std::vector<LeftOut> m_leftOut;
    std::map<std::string, HistoryNames> m_names; ///< by workload
};

/// Of recordings whose first case or variant is another one than the newest's.
bool missedSome(const HistoryQuery& asked, const History& history)
{
    return (asked.caseName.empty() || asked.variant.empty())
        && std::ranges::any_of(history.leftOut, [](const LeftOut& each) {
               return each.kind == LeftOutKind::NoSuchCase
                   || each.kind == LeftOutKind::NoSuchVariant;
           });
}

} // namespace

void HistoryCollector::add(const std::string& file, HistoryRecording recording)
{
    const std::lock_guard lock(m_mutex);
    m_recordings.push_back({.file = file, .recording = std::move(recording)});
}

void HistoryCollector::add(std::vector<HistoryPoint> points)
{
    const std::lock_guard lock(m_mutex);
    std::ranges::move(points, std::back_inserter(m_others));
}

void HistoryCollector::leaveOut(const std::string& file, const std::string& sentence)
{
    LeftOut entry {.kind = LeftOutKind::Unreadable, .file = file, .why = sentence};
    const std::lock_guard lock(m_mutex);
    if (std::ranges::find(m_unreadable, entry) == m_unreadable.end())
        m_unreadable.push_back(std::move(entry));
}

Result<History> HistoryCollector::finish()
{
    const std::lock_guard lock(m_mutex);
    std::ranges::sort(
        m_recordings, {}, [](const Read& each) { return std::tie(each.file, each.recording.id); });
    std::ranges::stable_sort(m_others, {}, &HistoryPoint::file);
    const auto select = [this](const HistoryQuery& query) {
        Selection selection(query);
        for (const auto& each : m_recordings)
            selection.add(each.file, each.recording);
        for (const auto& each : m_others)
            selection.add(each);
        return selection.finish(m_unreadable);
    };
    auto history = select(m_query);
    if (history && missedSome(m_query, *history)) {
        auto chosen = history->query;
        chosen.workload = m_query.workload; // of others, too: they are left out again
        history = select(chosen);
    }
    return history;
}

void addCompiledDifferences(History& history, const LoadRecording& load)
{
    for (auto& change : history.changes) {
        const auto& before = history.points[change.before];
        const auto& after = history.points[change.after];
        if (before.id.value == 0 || after.id.value == 0)
            continue; // other tools tell nothing of it
        const auto one = load(before);
        const auto other = load(after);
        if (!one || !other)
            continue; // gone since it was read; what the points tell stays
        for (auto& each : compiledDifferences(before, *one, after, *other))
            change.differences.push_back(std::move(each));
    }
}

} // namespace profiler
