// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/stop_signals.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"
#include "profiler/model/trace_rows.h"
#include "storage/file/merge.h"
#include "storage/sqlite/statement_guard.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace cli {
namespace {

using Json = nlohmann::ordered_json;
using profiler::ErrorKind;
using storage::Merged;

struct MergeOptions {
    std::string output;
    std::vector<std::string> files;
    bool json = false;
};

/// Where nothing was taken from.
struct Refused {
    std::string file;
    std::string sentence;
};

struct MergeSoFar {
    std::vector<std::pair<std::string, storage::MergedComparison>> merged; ///< by their file
    std::vector<Refused> refused;
    bool interrupted = false;
};

std::string keyOfMerged(Merged what)
{
    return profiler::textOf(what,
        {{Merged::Added, "added"}, {Merged::Replaced, "replaced"},
            {Merged::ThereAlready, "there_already"}, {Merged::Deleted, "deleted"},
            {Merged::ExtendedApart, "extended_apart"}});
}

std::int64_t countOf(const MergeSoFar& merge, Merged what)
{
    return std::ranges::count_if(
        merge.merged, [&](const auto& each) { return each.second.what == what; });
}

/// What a person has to decide, a line each.
std::string openQuestions(const MergeSoFar& merge, const std::string& output)
{
    std::string text;
    for (const auto& [file, each] : merge.merged) {
        const auto there = output + "@" + std::to_string(each.id.value);
        const auto here = file + "@" + std::to_string(each.from.value);
        if (each.what == Merged::ExtendedApart)
            text
                += fmt::format("{} and {} went on from the same recording, each in its own way: {} "
                               "is kept as it is; merge into another file to have both.\n",
                    here, there, there);
        else if (each.what == Merged::Deleted)
            text += fmt::format(
                "{} was deleted from {} and stays so; restore it there to have it back.\n", here,
                output);
    }
    return text;
}

std::string summary(const MergeSoFar& merge, const MergeOptions& options)
{
    std::string text
        = profiler::countText(countOf(merge, Merged::Added), "comparison", "comparisons")
        + " added to " + options.output;
    if (const auto replaced = countOf(merge, Merged::Replaced); replaced > 0)
        text += ", " + profiler::formatCount(replaced) + " replaced by one that goes further";
    if (const auto there = countOf(merge, Merged::ThereAlready); there > 0)
        text += ", " + profiler::formatCount(there) + " there already";
    return text + ".\n";
}

Json mergeJson(const MergeSoFar& merge, const MergeOptions& options)
{
    Json comparisons = Json::array();
    for (const auto& [file, each] : merge.merged)
        comparisons.push_back({{"file", file}, {"from", each.from.value}, {"id", each.id.value},
            {"name", each.name}, {"what", keyOfMerged(each.what)}});
    Json refused = Json::array();
    for (const auto& each : merge.refused)
        refused.push_back({{"file", each.file}, {"reason", each.sentence}});
    return {{"schema", 1}, {"file", options.output}, {"comparisons", std::move(comparisons)},
        {"refused", std::move(refused)}, {"interrupted", merge.interrupted}};
}

bool isOfSource(ErrorKind kind)
{
    return kind == ErrorKind::BadData || kind == ErrorKind::NotFound || kind == ErrorKind::BadInput;
}

/// An error is one of the file that is merged into.
profiler::Result<MergeSoFar> mergeAll(
    const MergeOptions& options, const profiler::StopRequest& stop)
{
    const storage::CancelScope interrupted([&stop] { return stop.requested(); });
    auto merge = storage::Merge::open(options.output);
    if (!merge)
        return tl::unexpected(merge.error());
    MergeSoFar done;
    for (const auto& file : options.files) {
        if (stop.requested())
            break;
        auto merged = (*merge)->add(file);
        if (!merged && merged.error().kind == ErrorKind::Interrupted)
            break;
        if (!merged && !isOfSource(merged.error().kind))
            return tl::unexpected(merged.error());
        if (!merged) {
            done.refused.push_back({file, merged.error().message});
            if (!options.json)
                printError("Left out: " + merged.error().message + ".\n");
            continue;
        }
        for (auto& each : *merged)
            done.merged.emplace_back(file, std::move(each));
    }
    done.interrupted = stop.requested();
    return done;
}

ExitCode endOf(const MergeSoFar& done, const MergeOptions& options)
{
    if (done.interrupted)
        return refuse(ExitCode::Interrupted,
            "interrupted; what was merged is in " + options.output
                + ", and merging again adds the rest");
    if (!done.refused.empty() && done.refused.size() == options.files.size())
        return refuse(ExitCode::CommandFailed, "none of the files could be merged");
    if (!done.refused.empty())
        return refuse(ExitCode::SomeFailed,
            profiler::countText(static_cast<std::int64_t>(done.refused.size()), "file", "files")
                + " of " + std::to_string(options.files.size()) + " left out; the rest is in "
                + options.output);
    if (countOf(done, Merged::ExtendedApart) > 0)
        return refuse(ExitCode::SomeFailed,
            "a comparison that was extended in two ways is kept as it was in " + options.output);
    return ExitCode::Done;
}

ExitCode merge(const MergeOptions& options)
{
    profiler::StopRequest stop;
    const StopSignals signals(stop);
    const auto done = mergeAll(options, stop);
    if (!done)
        return refuse(done.error().kind == ErrorKind::Interrupted ? ExitCode::Interrupted
                                                                  : ExitCode::CommandFailed,
            done.error().message);
    if (options.json)
        printDocument(mergeJson(*done, options));
    else
        print(openQuestions(*done, options.output) + summary(*done, options));
    return endOf(*done, options);
}

} // namespace

void addMergeCommand(app::Command& program, Call& call)
{
    auto [command, options] = addCommand<MergeOptions>(program, call, "merge",
        "Gathers the comparisons of several files in one; what is there is not added twice", merge);
    command.add("output", options.output, "a run database, made or added to")
        .required()
        .placeholder("OUT");
    command.add("files", options.files, "run databases to take from; they stay as they are")
        .required()
        .placeholder("FILE…");
    addJson(command, options.json);
}

} // namespace cli
