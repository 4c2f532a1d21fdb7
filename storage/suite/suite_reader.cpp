// SPDX-License-Identifier: Apache-2.0
#include "storage/suite/suite_reader.h"

#include "profiler/judge/judge.h"
#include "profiler/model/imported_spec.h"
#include "storage/file/connection.h"
#include "storage/rows/comparison_rows.h"
#include "storage/sqlite/sqlite_error.h"

#include <algorithm>
#include <atomic>
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

/// What judging one comparison gave; nothing: it was not read.
using RowsOfOne = std::optional<std::vector<SuiteRow>>;

RowsOfOne readRows(const fs::path& file, ComparisonId id, const SuiteReading& how)
{
    auto data = loadComparison(file, std::to_string(id.value));
    if (!data)
        return std::nullopt;
    if (how.prepare)
        how.prepare(*data);
    return suiteRows(*data, judge(*data));
}

std::vector<RowsOfOne> readAll(
    const fs::path& file, const std::vector<ComparisonId>& ids, const SuiteReading& how)
{
    constexpr unsigned mostThreads = 8;
    std::vector<RowsOfOne> rows(ids.size());
    std::atomic<std::size_t> next = 0;
    std::atomic<std::size_t> read = 0;
    std::atomic<bool> wanted = true;
    const auto work = [&] {
        for (auto i = next++; i < ids.size() && wanted; i = next++) {
            rows[i] = readRows(file, ids[i], how);
            if (how.progress && !how.progress(++read, ids.size()))
                wanted = false;
        }
    };
    std::vector<std::jthread> others;
    const auto threads = std::clamp(std::thread::hardware_concurrency(), 1U, mostThreads);
    for (unsigned i = 1; i < threads && i < ids.size(); ++i)
        others.emplace_back(work);
    work();
    others.clear();
    return rows;
}

} // namespace

Result<SuiteResult> readSuite(const fs::path& file, const SuiteReading& how)
{
    const auto summaries = listComparisons(file);
    if (!summaries)
        return tl::unexpected(summaries.error());
    auto names = suitesIn(*summaries);
    const auto name = how.suite.empty() && !names.empty() ? names.front() : how.suite;
    if (!name.empty() && std::ranges::find(names, name) == names.end())
        return failure(ErrorKind::NotFound,
            file.string() + " holds no recording of the suite '" + name
                + "'; `fusescope suite show` without --suite shows what it holds");
    std::vector<ComparisonId> ids;
    for (const auto& summary : *summaries)
        if (summary.suite == name && summary.workload != importedSpec)
            ids.push_back(summary.info.id);
    std::vector<SuiteRow> rows;
    int unread = 0;
    for (auto& one : readAll(file, ids, how)) {
        if (!one)
            ++unread;
        else
            std::ranges::move(*one, std::back_inserter(rows));
    }
    auto suite = suiteResult(name, std::move(rows));
    suite.unread = unread;
    std::erase(names, name);
    suite.otherSuites = std::move(names);
    return suite;
}

Result<std::vector<SuiteRecording>> suiteRecordings(const fs::path& file, const std::string& suite)
{
    const auto summaries = listComparisons(file);
    if (!summaries)
        return tl::unexpected(summaries.error());
    return guarded(file, [&] {
        auto connection = openToRead(file);
        std::vector<SuiteRecording> recordings;
        for (const auto& summary : *summaries)
            if (summary.suite == suite)
                recordings.push_back({.id = summary.info.id,
                    .member = readPlan(connection.database, file, summary.info.id).suite,
                    .status = summary.info.status});
        std::ranges::reverse(recordings);
        return recordings;
    });
}

} // namespace storage
