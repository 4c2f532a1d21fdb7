// SPDX-License-Identifier: Apache-2.0
#include "app/cli/terminal/remedy_recording.h"

#include "app/cli/terminal/console.h"
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
#include "profiler/model/variant_result.h"
#include "profiler/report/advice/remedy_text.h"
#include "profiler/report/sentences/finding_text.h"

#include <algorithm>

namespace cli {
namespace {

using profiler::Finding;

/// Of the recorded comparison: findings of those rules whose remedy is among its variants.
void printProofs(const std::filesystem::path& file, const std::vector<Finding>& tried)
{
    const auto stored = loadComparison(file.string());
    if (!stored)
        return;
    const auto result = profiler::conclude(stored->data);
    for (const auto& finding : result.findings)
        if (finding.triedAs
            && std::ranges::find(tried, finding.rule, &Finding::rule) != tried.end())
            print(profiler::printable(findingSentence(result, finding)) + "\n"
                + profiler::printable(findingRemedy(finding)) + "\n");
}

void announce(const std::vector<Finding>& findings)
{
    std::string text = "Trying what can be done about ";
    for (std::size_t i = 0; i < findings.size(); ++i)
        text += (i == 0 ? "" : ", ") + findings[i].rule;
    printError(text + ".\n");
}

} // namespace

ExitCode recordRemedies(
    const profiler::Plan& plan, const std::vector<Finding>& findings, const Recording& recording)
{
    if (!recording.json)
        announce(findings);
    const auto code = recordPlan(plan, recording);
    if (hasEnded(code) && !recording.json)
        printProofs(recording.file, findings);
    return code;
}

ExitCode tryBestRemedies(std::size_t count, const Recording& recording)
{
    const auto stored = loadComparison(recording.file.string());
    if (!stored)
        return refuse(ExitCode::SomeFailed, stored.error().message);
    const auto result = profiler::conclude(stored->data);
    const auto findings = profiler::remediesToTry(result, count);
    const auto plan = profiler::planThatTries(result.plan, findings);
    if (plan) {
        auto into = recording;
        into.file = stored->file;
        return recordRemedies(*plan, findings, into);
    }
    if (!recording.json)
        printError("Nothing to try: no finding has a remedy that can be recorded.\n");
    return ExitCode::Done;
}

} // namespace cli
