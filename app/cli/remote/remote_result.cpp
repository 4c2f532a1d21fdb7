// SPDX-License-Identifier: Apache-2.0
#include "app/cli/remote/remote_result.h"

#include "app/cli/terminal/exit_code.h"
#include "app/cli/terminal/stored_comparison.h"
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace_rows.h"
#include "profiler/model/variant.h"
#include "profiler/record/remote/fetch.h"
#include "profiler/record/remote/own_paths.h"
#include "storage/file/run_database.h"

#include <algorithm>
#include <fmt/format.h>

namespace cli {
namespace {

using profiler::Result;
using profiler::remote::JobState;
using profiler::remote::JobStatus;
using profiler::remote::OwnPaths;

constexpr int signalBase = 128;

/// What was sent is a state of the repository here; over there its files lie in none.
void nameCode(profiler::ComparisonData& data, const profiler::EnvironmentFields& code)
{
    const auto isOfCode = [](const auto& field) {
        return field.first.starts_with("git_") || field.first.starts_with("workdir_git_");
    };
    for (auto& process : data.processes) {
        if (process.environment.empty())
            continue;
        std::erase_if(process.environment, isOfCode);
        process.environment.insert(code.begin(), code.end());
    }
}

Result<profiler::ComparisonId> merged(
    const std::filesystem::path& result, const std::string& id, const OpenJob& job)
{
    auto loaded = storage::loadComparison(result, id);
    if (!loaded)
        return tl::unexpected(loaded.error());
    StoredComparison stored {.file = result, .data = std::move(*loaded)};
    const OwnPaths paths(job.folder + "/root");
    paths.apply(stored.data);
    nameCode(stored.data, job.code);
    stored.data.plan.python.clear(); // that of the other machine is not here
    stored.data.info.command = job.command;
    const auto log = logOf(stored);
    const auto ownLog = [&](const profiler::TakeLogLine& take) {
        return log([&](profiler::LogLine&& line) {
            paths.apply(line.text);
            return take(std::move(line));
        });
    };
    const auto bulk = bulkOf(stored);
    const auto ownRows = [&](profiler::TraceIndex trace) {
        return bulk.rowsOf(trace).map([&](profiler::TraceRows rows) {
            paths.apply(rows);
            return rows;
        });
    };
    return storage::storeCopy(job.file, stored.data, ownLog, ownRows, bulk.countersOf);
}

/// The last sentence with which it ended there.
std::string lastSentence(const std::string& log)
{
    constexpr std::string_view begin = "fusescope: ";
    const auto at = log.rfind("\n" + std::string(begin));
    const auto start = at == std::string::npos ? std::size_t {0} : at + 1;
    if (log.compare(start, begin.size(), begin) != 0)
        return {};
    const auto text = log.substr(start + begin.size());
    return text.substr(0, text.find('\n'));
}

void replaceAll(std::string& text, const std::string& old, const std::string& with)
{
    for (auto at = text.find(old); at != std::string::npos; at = text.find(old, at + with.size()))
        text.replace(at, old.size(), with);
}

std::string whereItIs(const OpenJob& job, const std::vector<MergedComparison>& merged)
{
    return merged.empty()
        ? std::string("nothing was recorded until then")
        : fmt::format("what was recorded until then is in {}@{}", job.file, merged.back().id.value);
}

} // namespace

Result<std::vector<MergedComparison>> mergeResult(
    const std::filesystem::path& result, const OpenJob& job)
{
    auto summaries = storage::listComparisons(result);
    if (!summaries)
        return tl::unexpected(summaries.error());
    std::reverse(summaries->begin(), summaries->end());
    std::vector<MergedComparison> all;
    for (const auto& each : *summaries) {
        const auto there = each.info.id.value;
        const auto id = merged(result, std::to_string(there), job);
        if (!id)
            return tl::unexpected(id.error());
        all.push_back({.there = there, .id = *id});
    }
    return all;
}

std::string endSentence(const JobStatus& status, const std::string& log, const OpenJob& job,
    const std::vector<MergedComparison>& merged)
{
    const auto where = whereItIs(job, merged);
    if (status.state == JobState::Restarted)
        return fmt::format("{} was restarted while it recorded; {}", job.address, where);
    if (status.state != JobState::Ended)
        return fmt::format("the recording on {} was killed there; {}", job.address, where);
    if (status.exitCode > signalBase && status.exitCode != static_cast<int>(ExitCode::Interrupted))
        return fmt::format("the recording on {} was killed there by signal {}; {}", job.address,
            status.exitCode - signalBase, where);
    auto sentence = lastSentence(log);
    if (sentence.find("no space is left") != std::string::npos)
        return fmt::format("the disk of {} filled up while it recorded; {}; make room there and "
                           "record again",
            job.address, where);
    for (const auto& each : merged)
        replaceAll(sentence, fmt::format("{}@{}", profiler::remote::resultName, each.there),
            fmt::format("{}@{}", job.file, each.id.value));
    OwnPaths(job.folder + "/root").apply(sentence);
    if (sentence.empty())
        return fmt::format(
            "the recording on {} ended with code {}; {}", job.address, status.exitCode, where);
    return fmt::format("on {}: {}", job.address, sentence);
}

} // namespace cli
