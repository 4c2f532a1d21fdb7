// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/sentences/finding_text.h"

#include "profiler/report/sentences/break_advice.h"
#include "profiler/report/sentences/breaks_text.h"
#include "profiler/report/sentences/reason_text.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace profiler {

namespace {

enum class Begins { WithVariant, Otherwise };

struct FindingRow {
    std::string_view id;
    Begins begins = Begins::Otherwise;
    std::string_view sentence; ///< after the name of the variant where it begins with it
    std::string_view remedy; ///< of the first statement of a finding
};

constexpr auto rows = std::to_array<FindingRow>({
    {"ran_eager", Begins::WithVariant, "ran eager: {}",
        "Nothing was compiled: mend the reason and record again"},
    {"failed", Begins::WithVariant, "failed: {}", "The log has the whole story"},
    {"results_differ", Begins::WithVariant, "gives other results than the baseline in {}",
        "Do not use it before the difference is explained"},
    {"results_as_accurate", Begins::WithVariant,
        "is outside the tolerance in {}, but as near to float64 as the baseline", ""},
    {"numerics_too_small", Begins::WithVariant, "gives results that are too small to judge: {}",
        "Check with inputs that give larger results"},
    {"one_not_steady", Begins::Otherwise,
        "{} of {repetition|repetitions} of {variant} is left out: ",
        "Look at the calls, or record more processes"},
    {"not_steady", Begins::Otherwise, "{} of {repetition|repetitions} of {variant} are left out: ",
        "Look at the calls, or record more processes"},
    {"left_out", Begins::Otherwise, "not steady, or not finished", ""},
    {"left_out_recompiled", Begins::Otherwise, "recompiled during timed calls", ""},
    {"left_out_some_recompiled", Begins::Otherwise,
        "{} recompiled during timed calls, the others were not steady or not finished", ""},
    {"drift", Begins::WithVariant, "drifts by {} a minute",
        "Let the machine settle, then record more processes"},
    {"medians_disagree", Begins::Otherwise,
        "{variant}: its median and that of {baseline} are {} apart, but blocks measured side "
        "by side {}: calls changed between rounds, and the verdict is that of the blocks",
        "Record again on a machine that does nothing else"},
    {"device_memory_up", Begins::WithVariant,
        "needs {} more device memory at its peak than {baseline}",
        "Check that it fits beside what else runs"},
    {"host_memory_up", Begins::WithVariant, "needs {} more host memory at its peak than {baseline}",
        "Check that it fits beside what else runs"},
    {"recompiled_once", Begins::WithVariant, "recompiled once",
        "Mark the dimension dynamic, or pad the inputs"},
    {"recompiled", Begins::WithVariant, "recompiled {} times",
        "Mark the dimension dynamic, or pad the inputs"},
    {"decomposed_operator", Begins::Otherwise,
        "{variant}: the kernels that Inductor generated for {} take {} of a traced call, the "
        "operators that they replace {} in eager",
        "Keep it as a library call: torch.compiler.disable around it, or an option of Inductor"},
    {"graph_of_one_operator", Begins::Otherwise,
        "{variant}: {graph|graphs} of one operator; a run takes {}, of which about {} are what "
        "any graph costs",
        "Remove the breaks around it, or leave so small a part eager"},
    {"graph_break", Begins::WithVariant, "has a graph break: {break}",
        "Rewrite the line, or keep it out of the graph"},
    {"intended_break", Begins::WithVariant, "has a graph break (intended): {break}", ""},
    {"torchs_break", Begins::WithVariant, "has a graph break (torch's own): {break}", ""},
    {"once_a_call", Begins::Otherwise, ", once a call", ""},
    {"times_a_call", Begins::Otherwise, ", {} times a call", ""},
    {"no_measurable_cost", Begins::Otherwise, ", at no measurable cost", ""},
    {"not_quiet", Begins::Otherwise, "{} of blocks had CPU contention: tails say little",
        "Close what else runs, then record more processes"},
    {"too_busy", Begins::Otherwise,
        "{} of blocks had CPU contention: too many for a verdict from times",
        "Close what else runs, or keep cores free for it (taskset -c), and record again with "
        "more rounds"},
    {"noise_above_3_percent", Begins::Otherwise, "eager against eager differs by up to {}",
        "Close what else runs, or record more processes"},
    {"noise_above_minimum_effect", Begins::Otherwise, "eager against eager differs by up to {}",
        "More processes narrow it"},
    {"notice_of_variant", Begins::WithVariant, "{}", ""},
    {"cannot_resolve", Begins::Otherwise, ": this machine cannot resolve {}", ""},
});

/// Of notices, whose sentence is in the recording.
constexpr auto noticeRemedies = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"recompile_limit",
        "Mark what changes dynamic (torch._dynamo.mark_dynamic), make it the same for all "
        "instances, or raise torch._dynamo.config.recompile_limit (cache_size_limit)"},
    {"training_mode_on", "Call model.eval() before measuring inference"},
});

const FindingRow& rowOf(std::string_view id)
{
    static constexpr FindingRow plain {"", Begins::Otherwise, "{}", ""};
    const auto* found = std::ranges::find(rows, id, &FindingRow::id);
    return found == rows.end() ? plain : *found;
}

/// Empty: it is about no break.
std::string titleOf(const Finding& finding)
{
    return finding.graphBreak ? breakTitle(*finding.graphBreak) : std::string();
}

/// Torch's go on with links and examples; the first sentence is what to do.
std::string hintOf(const Finding& finding)
{
    const auto text = finding.graphBreak ? finding.graphBreak->hint : std::string();
    const auto line = text.substr(0, text.find('\n'));
    return line.substr(0, line.find(". "));
}

std::string statementsText(const ComparisonResult& result, const Finding& finding)
{
    const NamesInSentence names {.variant = variantName(result, finding.variant.value_or(0)),
        .baseline = variantName(result, 0),
        .graphBreak = titleOf(finding)};
    std::string text;
    for (const auto& statement : finding.statements)
        text += filled(rowOf(statement.id).sentence, statement.values, names);
    return text;
}

} // namespace

std::string findingSentence(const ComparisonResult& result, const Finding& finding)
{
    const auto predicate = findingPredicate(result, finding);
    return predicate.empty() ? statementsText(result, finding)
                             : variantName(result, finding.variant.value_or(0)) + " " + predicate;
}

std::string findingPredicate(const ComparisonResult& result, const Finding& finding)
{
    const bool begins = !finding.statements.empty() && finding.variant
        && rowOf(finding.statements.front().id).begins == Begins::WithVariant;
    return begins ? statementsText(result, finding) : std::string();
}

std::vector<std::string> findingValues(const Finding& finding)
{
    std::vector<std::string> values {titleOf(finding)};
    for (const auto& statement : finding.statements) {
        values.emplace_back(statement.id);
        for (const auto& value : statement.values)
            values.push_back(valueText(value));
    }
    return values;
}

std::string findingPlace(const ComparisonResult& result, const Finding& finding)
{
    switch (finding.seen) {
    case Finding::Seen::InEagerAgain:
        return "the lanes \"eager again\"";
    case Finding::Seen::InAllVariants:
        return "all variants";
    case Finding::Seen::InRecording:
        return "the recording";
    case Finding::Seen::InCase: {
        const auto index = static_cast<std::size_t>(finding.caseIndex.value_or(-1));
        return index < result.cases.size() ? "case " + result.cases[index].name : std::string();
    }
    case Finding::Seen::InCode:
        break;
    }
    const auto place = finding.place.value_or(CodePlace {});
    if (place.file.empty())
        return place.function.empty() ? "no place recorded" : place.function;
    auto text = place.file + ":" + std::to_string(place.line);
    if (!place.callerFile.empty())
        text += ", called at " + place.callerFile + ":" + std::to_string(place.callerLine);
    return text;
}

std::string findingRemedy(const Finding& finding)
{
    if (finding.graphBreak && !breakAdvice(*finding.graphBreak).instead.empty())
        return "Graph breaks shows what to write instead";
    if (auto hint = hintOf(finding); !hint.empty())
        return hint;
    for (const auto& [rule, remedy] : noticeRemedies)
        if (finding.rule == rule)
            return std::string(remedy);
    return finding.statements.empty() ? std::string()
                                      : std::string(rowOf(finding.statements.front().id).remedy);
}

} // namespace profiler
