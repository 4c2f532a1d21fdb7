// SPDX-License-Identifier: Apache-2.0
#include "app/cli/arguments/argument_error.h"
#include "app/cli/arguments/protocol_argument.h"
#include "app/cli/commands/recording_options.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/plan_options.h"
#include "app/cli/terminal/recording.h"
#include "profiler/model/case.h"
#include "profiler/model/json_text.h"
#include "profiler/model/number_text.h"
#include "profiler/model/quantity.h"
#include "profiler/record/tune/tuning.h"

namespace cli {
namespace {

using profiler::Result;

struct TuneOptions {
    PlanOptions plan;
    std::string budget = "20min";
    std::vector<std::string> search;
    std::string output;
    ProgressOptions progress;
};

Result<profiler::nanoseconds> tuneBudgetFrom(const std::string& word)
{
    auto time = budgetFrom(word);
    const auto least = profiler::leastTuneBudget();
    if (time && *time < least)
        return badWord("--budget", word,
            "at least " + profiler::durationText(least)
                + ", which the baseline and one setting take");
    return time;
}

Result<profiler::CandidateGroups> groupsFrom(const std::vector<std::string>& lists)
{
    std::vector<std::string> words;
    for (const auto& list : lists)
        for (const auto word : profiler::partedByCommas(list))
            words.emplace_back(word);
    return profiler::candidateGroupsFrom(words);
}

bool isEager(const std::string& variant)
{
    return variant == "eager" || variant.ends_with("=eager");
}

/// What a search needs less of than a comparison of few: it is the number of settings that counts.
PlanOptions withDefaults(PlanOptions options)
{
    if (!options.planFile.empty())
        return options;
    auto& effort = options.values["--effort"];
    if (!effort)
        effort = "quick";
    auto& variants = options.lists["--variant"];
    if (variants.empty() || !isEager(variants.front()))
        variants.insert(variants.begin(), "eager");
    if (variants.size() == 1)
        variants.emplace_back("default");
    return options;
}

ExitCode tune(const TuneOptions& options, const Call& call)
{
    const auto refused
        = [](const profiler::Error& error) { return refuse(ExitCode::NotStarted, error.message); };
    const auto budget = tuneBudgetFrom(options.budget);
    if (!budget)
        return refused(budget.error());
    const auto groups = groupsFrom(options.search);
    if (!groups)
        return refused(groups.error());
    auto plan = timedPlanFrom(withDefaults(options.plan));
    if (!plan)
        return refused(plan.error());
    plan->protocol.totalTimeLimit = *budget;
    return tunePlan(*plan, *groups, recordingInto(options.output, options.progress, call));
}

} // namespace

void addTuneCommand(app::Command& program, Call& call)
{
    auto [command, options] = addCommand<TuneOptions>(program, call, "tune",
        "Searches the best setting for a model, and says what to write", tune);
    addPlanOptions(command, options.plan);
    command.add("--budget", options.budget, "the time that it may take, such as 20m (default)");
    command.addRepeated("--search", options.search,
        "only these settings, parted by commas: given (by --variant), modes, options, dynamic, "
        "backends, boundaries");
    command.add("-o,--output", options.output, recordIntoHelp);
    addProgress(command, options.progress, "pause, continue, stop");
}

} // namespace cli
