// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/recording_options.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/remedy_recording.h"
#include "profiler/findings/conclude.h"
#include "profiler/findings/remedies_to_try.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/quantity.h"
#include "profiler/model/variant_result.h"

#include <algorithm>

namespace cli {
namespace {

using profiler::Finding;

struct TryOptions {
    std::string file;
    std::string finding;
    std::string output;
    ProgressOptions progress;
};

/// Rules of findings whose remedy can be tried, each once.
std::string triable(const profiler::ComparisonResult& result)
{
    std::string text;
    for (const auto& finding : result.findings)
        if (planThatTries(result.plan, finding) && text.find(finding.rule) == std::string::npos)
            text += (text.empty() ? "" : ", ") + finding.rule;
    return text;
}

/// By its rule, or by its number in `show FILE findings`, from 1.
const Finding* findingAsked(const profiler::ComparisonResult& result, const std::string& word)
{
    if (const auto number = profiler::wholeNumber(word)) {
        const bool known
            = *number >= 1 && static_cast<std::size_t>(*number) <= result.findings.size();
        return known ? &result.findings[static_cast<std::size_t>(*number - 1)] : nullptr;
    }
    const auto found = std::ranges::find_if(result.findings, [&](const Finding& finding) {
        return finding.rule == word && planThatTries(result.plan, finding);
    });
    if (found != result.findings.end())
        return &*found;
    const auto any = std::ranges::find(result.findings, word, &Finding::rule);
    return any == result.findings.end() ? nullptr : &*any;
}

ExitCode refuseFinding(const profiler::ComparisonResult& result, const std::string& why)
{
    const auto rules = triable(result);
    return refuse(ExitCode::NotStarted,
        why + "; "
            + (rules.empty() ? "no finding of this comparison has a remedy that can be tried"
                             : "those that can be tried: " + rules));
}

ExitCode tryRemedy(const TryOptions& options, const Call& call)
{
    const auto stored = loadRecording(options.file);
    if (!stored)
        return refuse(ExitCode::NotStarted, stored.error().message);
    const auto result = profiler::conclude(stored->data);
    const auto* finding = findingAsked(result, options.finding);
    if (finding == nullptr)
        return refuseFinding(result, "there is no finding \"" + options.finding + "\"");
    const auto plan = planThatTries(result.plan, *finding);
    if (!plan)
        return refuseFinding(result,
            "what to do about \"" + finding->rule
                + "\" is an edit of the code: make it, then `fusescope rerun`");
    const std::filesystem::path file
        = options.output.empty() ? stored->file : std::filesystem::path(options.output);
    return recordRemedies(*plan, {*finding}, recordingInto(file, options.progress, call));
}

} // namespace

void addTryCommand(app::Command& program, Call& call)
{
    auto [command, options] = addCommand<TryOptions>(program, call, "try",
        "Records a finding's remedy beside what it is to remedy, and says whether it won",
        tryRemedy);
    addComparison(command, options.file);
    command
        .add("finding", options.finding,
            "a rule such as weight_copies, or the finding's number in `show FILE findings`")
        .required();
    command.add("-o,--output", options.output, "default: the same file");
    addProgress(command, options.progress);
}

} // namespace cli
