// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/stored_comparison.h"
#include "profiler/findings/conclude.h"
#include "profiler/judge/unpaired_runs.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/documents.h"
#include "profiler/report/text/shown_texts.h"

#include <algorithm>
#include <string>
#include <vector>

namespace cli {
namespace {

struct CompareOptions {
    std::vector<std::string> files;
    bool json = false;
};

bool isNamed(const std::vector<profiler::ComparisonData>& recordings, const std::string& name)
{
    return std::ranges::any_of(
        recordings, [&](const profiler::ComparisonData& other) { return other.info.name == name; });
}

ExitCode compareRuns(const CompareOptions& options)
{
    std::vector<profiler::ComparisonData> recordings;
    for (const auto& file : options.files) {
        auto stored = loadComparison(file);
        if (!stored)
            return refuse(stored.error());
        if (!options.json)
            profiler::cutTexts(stored->data);
        auto& name = stored->data.info.name;
        if (name.empty() || isNamed(recordings, name))
            name = file;
        recordings.push_back(std::move(stored->data));
    }
    const auto compared = profiler::compareUnpaired(recordings);
    if (!compared)
        return refuse(compared.error());
    if (options.json)
        printJson(profiler::runsJson(*compared));
    else
        print(profiler::runsText(*compared, terminalColumns()));
    return ExitCode::Done;
}

ExitCode compare(const CompareOptions& options)
{
    if (options.files.size() > 1)
        return compareRuns(options);
    auto stored = loadComparison(options.files.front());
    if (!stored)
        return refuse(stored.error());
    if (!options.json)
        profiler::cutTexts(stored->data);
    const auto result = profiler::conclude(stored->data);
    const auto peers = peersOf(*stored, result);
    if (options.json)
        printJson(profiler::compareJson(result, peers));
    else
        print(profiler::compareText(result, terminalColumns(), wantsColour(), peers),
            profiler::Paint::Kept);
    return ExitCode::Done;
}

} // namespace

void addCompareCommand(app::Command& program, Call& call)
{
    auto [command, options] = addCommand<CompareOptions>(
        program, call, "compare", "The verdicts of a recorded comparison", compare);
    command
        .add("file", options.files, "FILE, FILE@3 or FILE@name; several: recordings side by side")
        .required()
        .placeholder("FILE");
    addJson(command, options.json);
}

} // namespace cli
