// SPDX-License-Identifier: Apache-2.0
#include "storage/suite/suite_reader.h"

#include "profiler/evidence/suite/model_family.h"
#include "profiler/judge/judge.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/imported_spec.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "storage/file/connection.h"
#include "storage/sqlite/late_columns.h"
#include "storage/sqlite/migrations.h"
#include "storage/sqlite/sqlite_error.h"
#include "storage/sqlite/statements.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <map>
#include <numeric>
#include <thread>

namespace storage {

using namespace profiler;

namespace {

/// The newest recording's first.
std::vector<std::string> suitesIn(const std::vector<ComparisonSummary>& summaries)
{
    std::vector<std::string> names;
    for (const auto& summary : summaries)
        if (!summary.suite.empty() && std::ranges::find(names, summary.suite) == names.end())
            names.push_back(summary.suite);
    return names;
}

/// What is known of its rows without reading it.
std::vector<SuiteRow> listedRows(const ComparisonSummary& summary, const SuiteMember& member)
{
    Plan named;
    named.workload.spec = summary.workload;
    named.suite = member;
    SuiteRow row {.id = summary.info.id,
        .started = summary.info.started,
        .status = summary.info.status,
        .suite = summary.suite,
        .model = member.model.empty() ? summary.workload : member.model,
        .cases = std::max(1, static_cast<int>(summary.cases.size())),
        .family = familyByName(named),
        .judged = false};
    if (!summary.variants.empty())
        row.baseline = summary.variants.front();
    for (std::size_t i = 1; i < summary.variants.size(); ++i)
        row.cells.push_back({.variant = summary.variants[i], .reason = {}, .failure = {}});
    std::vector<SuiteRow> rows;
    for (int i = 0; i < row.cases; ++i) {
        auto& made = rows.emplace_back(row);
        made.caseIndex = i;
        if (static_cast<std::size_t>(i) < summary.cases.size())
            made.caseName = summary.cases[static_cast<std::size_t>(i)];
    }
    return rows;
}

std::optional<std::vector<SuiteRow>> judgedRows(
    const fs::path& file, ComparisonId id, const SuiteJudging& how)
{
    auto data = loadComparison(file, std::to_string(id.value));
    if (!data)
        return std::nullopt;
    if (how.prepare)
        how.prepare(*data);
    return suiteRows(*data, judge(*data));
}

/// Of the recordings of that suite, by their numbers. SQLite takes these words out of a plan in a
/// tenth of the time that the whole of it takes, and there may be ten thousand.
std::map<std::int64_t, SuiteMember> membersOf(const fs::path& file, const std::string& suite)
{
    auto connection = openToRead(file);
    std::map<std::int64_t, SuiteMember> members;
    forEachRow(
        connection.database,
        "SELECT id, coalesce(json_extract(plan, '$.suite.model'), ''), "
        "coalesce(json_extract(plan, '$.suite.family'), ''), "
        "coalesce(json_extract(plan, '$.suite.task'), '') FROM (SELECT id, "
        "CASE WHEN json_valid(plan_json) THEN plan_json ELSE '{}' END AS plan "
        "FROM comparison WHERE deleted_utc_ns IS NULL AND "
            + readableNames("suite", schemaOf(connection.database)) + " = ?)",
        [&](Row& row) {
            auto& member = members[row.take<std::int64_t>()];
            row.takeInto(member.model);
            row.takeInto(member.family);
            row.takeInto(member.task);
            member.suite = suite;
        },
        suite);
    return members;
}

} // namespace

Result<SuiteListing> listSuite(const fs::path& file, const std::string& suite)
{
    const auto summaries = listComparisons(file);
    if (!summaries)
        return tl::unexpected(summaries.error());
    auto names = suitesIn(*summaries);
    const auto name = suite.empty() && !names.empty() ? names.front() : suite;
    if (!name.empty() && std::ranges::find(names, name) == names.end())
        return failure(ErrorKind::NotFound,
            file.string() + " holds no recording of the suite '" + name
                + "'; `fusescope suite show` without --suite shows what it holds");
    std::erase(names, name);
    return guarded(file, [&] {
        auto members = membersOf(file, name);
        SuiteListing listing {.name = name, .otherSuites = std::move(names)};
        for (const auto& summary : *summaries)
            if (summary.suite == name && summary.workload != importedSpec)
                listing.recordings.push_back({.info = summary.info,
                    .rows = listedRows(summary, members[summary.info.id.value])});
        return listing;
    });
}

JudgingOrder::JudgingOrder(std::vector<std::size_t> places)
    : m_places(std::move(places))
{
    for (const auto place : m_places)
        if (place >= m_waits.size())
            m_waits.resize(place + 1);
    for (const auto place : m_places)
        m_waits[place] = true;
}

void JudgingOrder::prefer(std::vector<std::size_t> places)
{
    const std::lock_guard lock(m_mutex);
    m_preferred = std::move(places);
    std::ranges::reverse(m_preferred);
}

std::optional<std::size_t> JudgingOrder::taken(std::size_t place)
{
    if (place >= m_waits.size() || !m_waits[place])
        return std::nullopt;
    m_waits[place] = false;
    return place;
}

std::optional<std::size_t> JudgingOrder::next()
{
    const std::lock_guard lock(m_mutex);
    while (!m_preferred.empty()) {
        const auto place = m_preferred.back();
        m_preferred.pop_back();
        if (const auto found = taken(place))
            return found;
    }
    while (m_next < m_places.size())
        if (const auto found = taken(m_places[m_next++]))
            return found;
    return std::nullopt;
}

void judgeSuite(
    const fs::path& file, const SuiteListing& listing, JudgingOrder& order, const SuiteJudging& how)
{
    constexpr unsigned mostThreads = 8;
    std::atomic<bool> wanted = true;
    const auto work = [&] {
        while (wanted) {
            const auto place = order.next();
            if (!place)
                return;
            if (!how.take(*place, judgedRows(file, listing.recordings[*place].info.id, how)))
                wanted = false;
        }
    };
    std::vector<std::jthread> others;
    const auto threads = std::clamp(std::thread::hardware_concurrency(), 1U, mostThreads);
    for (unsigned i = 1; i < threads && i < listing.recordings.size(); ++i)
        others.emplace_back(work);
    work();
}

Result<SuiteResult> readSuite(const fs::path& file, const SuiteReading& how)
{
    const auto listing = listSuite(file, how.suite);
    if (!listing)
        return tl::unexpected(listing.error());
    const auto all = listing->recordings.size();
    std::vector<std::size_t> places(all);
    std::iota(places.begin(), places.end(), std::size_t {0});
    JudgingOrder order(std::move(places));
    std::vector<std::optional<std::vector<SuiteRow>>> judged(all);
    std::atomic<std::size_t> read = 0;
    judgeSuite(
        file, *listing, order, {.prepare = how.prepare, .take = [&](std::size_t place, auto rows) {
                                    judged[place] = std::move(rows);
                                    return !how.progress || how.progress(++read, all);
                                }});
    std::vector<SuiteRow> rows;
    int unread = 0;
    for (auto& one : judged) {
        if (!one)
            ++unread;
        else
            std::ranges::move(*one, std::back_inserter(rows));
    }
    auto suite = suiteResult(listing->name, std::move(rows));
    suite.unread = unread;
    suite.otherSuites = listing->otherSuites;
    return suite;
}

Result<std::vector<SuiteRecording>> suiteRecordings(const fs::path& file, const std::string& suite)
{
    const auto summaries = listComparisons(file);
    if (!summaries)
        return tl::unexpected(summaries.error());
    return guarded(file, [&] {
        auto members = membersOf(file, suite);
        std::vector<SuiteRecording> recordings;
        for (const auto& summary : *summaries)
            if (summary.suite == suite)
                recordings.push_back({.id = summary.info.id,
                    .member = std::move(members[summary.info.id.value]),
                    .status = summary.info.status});
        std::ranges::reverse(recordings);
        return recordings;
    });
}

} // namespace storage
