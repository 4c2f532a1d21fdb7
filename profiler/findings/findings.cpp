// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/findings.h"

#include "profiler/evidence/breaks/break_advice.h"
#include "profiler/evidence/breaks/break_cost.h"
#include "profiler/evidence/breaks/break_intent.h"
#include "profiler/evidence/breaks/break_sites.h"
#include "profiler/evidence/breaks/graph_breaks.h"
#include "profiler/evidence/compile/compiled_work.h"
#include "profiler/evidence/numerics/numerics.h"
#include "profiler/findings/finding_order.h"
#include "profiler/judge/machine_noise.h"
#include "profiler/model/number_text.h"
#include "profiler/model/thresholds.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

namespace profiler {

namespace {

using Severity = Finding::Severity;

Finding findingOf(std::string rule, Severity severity, std::string sentence,
    const VariantResult& variant, const CaseResult& inCase)
{
    return {.rule = std::move(rule),
        .severity = severity,
        .sentence = std::move(sentence),
        .evidence = "case " + inCase.name,
        .variant = variant.variant,
        .caseIndex = inCase.caseIndex};
}

void addVerdictFindings(
    std::vector<Finding>& findings, const VariantResult& variant, const CaseResult& inCase)
{
    if (variant.verdict == Verdict::RanEager) {
        findings.push_back(findingOf("ran_eager", Severity::Bad,
            variant.name + " ran eager: " + variant.verdictReason, variant, inCase));
    }
    if (variant.verdict == Verdict::Failed) {
        findings.push_back(findingOf("failed", Severity::Bad,
            variant.name + " failed: " + variant.verdictReason, variant, inCase));
    }
    if (variant.numerics.status == NumericsStatus::Different) {
        findings.push_back(findingOf("numerics", Severity::Bad,
            variant.name + " gives other results than the baseline in "
                + tensorName(variant.numerics.worstTensor),
            variant, inCase));
    } else if (variant.numerics.status == NumericsStatus::AsAccurateAsEager) {
        findings.push_back(findingOf("numerics", Severity::Information,
            variant.name + " is outside the tolerance in "
                + tensorName(variant.numerics.worstTensor)
                + ", but as near to float64 as the baseline",
            variant, inCase));
    } else if (variant.numerics.status == NumericsStatus::TooSmallToJudge) {
        findings.push_back(findingOf("numerics_too_small", Severity::Warning,
            variant.name + " gives results that are too small to judge: " + variant.numerics.reason,
            variant, inCase));
    }
}

std::string whyLeftOut(const VariantResult& variant)
{
    const int recompiled = std::min(variant.repetitionsRecompiled, variant.repetitionsLeftOut);
    if (recompiled == 0)
        return "not steady, or not finished";
    const std::string why = "recompiled during timed calls";
    return recompiled == variant.repetitionsLeftOut
        ? why
        : std::to_string(recompiled) + " " + why + ", the others were not steady or not finished";
}

void addSteadinessFindings(
    std::vector<Finding>& findings, const VariantResult& variant, const CaseResult& inCase)
{
    if (variant.repetitionsLeftOut > 0 && variant.verdict != Verdict::Failed) {
        const int all = variant.repetitionsLeftOut + variant.repetitionsSteady;
        findings.push_back(findingOf("not_steady", Severity::Warning,
            std::to_string(variant.repetitionsLeftOut) + " of "
                + countText(all, "repetition", "repetitions") + " of " + variant.name
                + (variant.repetitionsLeftOut == 1 ? " is" : " are")
                + " left out: " + whyLeftOut(variant),
            variant, inCase));
    }
    if (variant.driftPercentPerMinute) {
        findings.push_back(findingOf("drift", Severity::Warning,
            variant.name + " drifts by " + percentText(*variant.driftPercentPerMinute / 100)
                + " a minute",
            variant, inCase));
    }
}

/// Where calls changed between rounds, the ratio of the medians that are shown is not the speed-up,
/// which compares blocks measured side by side.
void addMediansFinding(std::vector<Finding>& findings, const VariantResult& variant,
    const VariantResult& baseline, const CaseResult& inCase, double minimumEffect)
{
    if (!variant.speedUp || !variant.latency || !baseline.latency || !variant.latency->p50.ns
        || !baseline.latency->p50.ns)
        return;
    const auto& paired = variant.speedUp->ratio;
    const auto ofMedians = LogRatio::ofRatio(*baseline.latency->p50.ns / *variant.latency->p50.ns);
    const auto room = LogRatio::ofEffect(minimumEffect);
    if (ofMedians <= LogRatio::ofRatio(paired.high) + room
        && ofMedians >= LogRatio::ofRatio(paired.low) - room)
        return;
    findings.push_back(findingOf("medians_disagree", Severity::Warning,
        variant.name + ": its median and that of " + baseline.name + " are "
            + formatRatio(ofMedians.ratio()) + " apart, but blocks measured side by side "
            + formatRatio(paired.estimate)
            + ": calls changed between rounds, and the verdict is that of the blocks",
        variant, inCase));
}

void addMemoryFinding(std::vector<Finding>& findings, const VariantResult& variant,
    const VariantResult& baseline, const CaseResult& inCase)
{
    if (variant.memoryVerdict != Verdict::Slower)
        return;
    const bool device = variant.peakMemory.device && baseline.peakMemory.device;
    const auto& peak = device ? variant.peakMemory.device : variant.peakMemory.host;
    const auto& base = device ? baseline.peakMemory.device : baseline.peakMemory.host;
    if (!peak || !base || *base <= 0)
        return;
    const double more = static_cast<double>(*peak) / static_cast<double>(*base) - 1;
    findings.push_back(findingOf("memory_up", Severity::Warning,
        variant.name + " needs " + percentText(more) + " more " + (device ? "device" : "host")
            + " memory at its peak than " + baseline.name,
        variant, inCase));
}

/// nullopt: torch told of none how long it took.
std::optional<double> recompileNs(const ComparisonData& data, int variant, int caseIndex)
{
    std::optional<double> once;
    for (const auto& recompile : recompilesOf(data, variant))
        if (recompile.caseIndex.value_or(caseIndex) == caseIndex && recompile.durationNs)
            once = once.value_or(0) + *recompile.durationNs;
    return once;
}

void addRecompileFinding(std::vector<Finding>& findings, const ComparisonData& data,
    const VariantResult& variant, const CaseResult& inCase)
{
    if (!variant.recompiles || *variant.recompiles == 0)
        return;
    findings.push_back(findingOf("recompile", Severity::Warning,
        variant.name + " recompiled "
            + (*variant.recompiles == 1 ? "once" : std::to_string(*variant.recompiles) + " times"),
        variant, inCase));
    findings.back().onceNs = recompileNs(data, variant.variant, inCase.caseIndex);
}

/// Torch's hints go on with links and examples; the first sentence is what to do.
std::string firstSentence(const std::string& text)
{
    const auto line = text.substr(0, text.find('\n'));
    return line.substr(0, line.find(". "));
}

std::string placeOf(const ComparisonData& data, const GraphBreak& place)
{
    if (place.file.empty())
        return place.function.empty() ? "no place recorded" : place.function;
    auto text = place.file + ":" + std::to_string(place.line);
    if (const auto* caller = callerOf(data, place.file, place.line))
        text += ", called at " + caller->file + ":" + std::to_string(caller->line);
    return text;
}

/// What the breaks of a variant cost in each case.
std::vector<Measured<BreakCosts>> breakCostsIn(const ComparisonResult& judged, int variant)
{
    std::vector<Measured<BreakCosts>> costs;
    for (const auto& inCase : judged.cases)
        costs.push_back(inCase.variants.at(static_cast<std::size_t>(variant)).breakCosts);
    return costs;
}

/// "a graph break", "a graph break (intended)".
std::string breakWithIntent(BreakIntent intent)
{
    const auto word = intentWord(intent);
    return word.empty() ? "a graph break" : "a graph break (" + word + ")";
}

void addBreakFindings(std::vector<Finding>& findings, const ComparisonData& data,
    const ComparisonResult& judged, const VariantResult& variant)
{
    const auto costs = breakCostsIn(judged, variant.variant);
    for (const auto& each : graphBreaks(data, variant.variant, std::nullopt)) {
        const auto known = breakAdvice(each);
        auto recoverable = costsOf(costs, each.file, each.line, each.id);
        const auto intent = breakIntent(data, each);
        std::string sentence
            = variant.name + " has " + breakWithIntent(intent) + ": " + known.title;
        if (each.perCall && *each.perCall >= 1) {
            sentence += ", " + timesACall(std::llround(*each.perCall));
        }
        // Where a trace saw that it costs nothing that can be told, there is nothing to win back.
        const bool cheap = !recoverable.empty()
            && std::ranges::none_of(
                recoverable, [](const CostInCase& inCase) { return inCase.cost.lowNs > 0; });
        if (cheap)
            sentence += ", at no measurable cost";
        const bool wanted = intent != BreakIntent::None;
        findings.push_back({.rule = wanted ? "intended_break" : "graph_break",
            .severity = cheap || wanted ? Severity::Information : Severity::Warning,
            .sentence = std::move(sentence),
            .evidence = placeOf(data, each),
            .advice = known.instead.empty() ? firstSentence(each.hint)
                                            : "Graph breaks shows what to write instead",
            .variant = variant.variant,
            .caseIndex = each.caseIndex,
            .recoverable = std::move(recoverable)});
    }
}

void addNoiseFinding(std::vector<Finding>& findings, const ComparisonResult& judged)
{
    const auto& floor = judged.quality.noiseFloor;
    const double effect = judged.plan.goal.minimumEffect;
    if (!floor)
        return;
    const double noise = floor->effect();
    if (noise <= std::min(noticedNoise, effect))
        return;
    std::string sentence = "eager against eager differs by up to " + percentText(noise);
    if (noise > effect)
        sentence += ": this machine cannot resolve " + percentText(effect);
    findings.push_back(
        {.rule = noise > noticedNoise ? "noise_above_3_percent" : "noise_above_minimum_effect",
            .severity = Severity::Warning,
            .sentence = std::move(sentence),
            .evidence = "the lanes \"eager again\""});
}

std::string sentenceCase(std::string words)
{
    words.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(words.front())));
    return words;
}

/// Once for the comparison: what disturbs one lane disturbs the others in turn.
void addQuietFinding(std::vector<Finding>& findings, const ComparisonResult& judged)
{
    const double quiet = judged.quality.quietRatio;
    if (quiet >= quietEnough)
        return;
    findings.push_back({.rule = "not_quiet",
        .severity = Severity::Warning,
        .sentence = contentionText(quiet)
            + (isTooBusy(judged.quality) ? ": too many for a verdict from times"
                                         : ": tails say little"),
        .evidence = "all variants",
        .advice = isTooBusy(judged.quality) ? sentenceCase(whatToDoWhenBusy()) : std::string()});
}

/// What a finding says of whom. Its texts are those of what it was made from.
using SaidOf
    = std::tuple<std::string_view, std::string_view, std::optional<int>, std::optional<int>>;

SaidOf saidOf(const std::string& rule, const std::string& sentence, std::optional<int> variant,
    std::optional<int> caseIndex)
{
    return {rule, sentence, variant, caseIndex};
}

bool warns(const std::string& rule)
{
    return rule == "training_mode_on" || rule == "recompile_limit";
}

/// A file may hold a hundred thousand of them.
void addNotices(std::vector<Finding>& findings, const std::vector<NoticeFact>& notices)
{
    findings.reserve(findings.size() + notices.size()); // the texts stay where they are
    std::set<SaidOf> known;
    for (const auto& finding : findings)
        known.insert(saidOf(finding.rule, finding.sentence, finding.variant, finding.caseIndex));
    for (const auto& notice : notices) {
        // Every process of a variant says the same.
        if (!known.insert(saidOf(notice.rule, notice.sentence, notice.variant, notice.caseIndex))
                 .second)
            continue;
        findings.push_back({.rule = notice.rule,
            .severity = warns(notice.rule) ? Severity::Warning : Severity::Information,
            .sentence = notice.sentence,
            .evidence = "the recording",
            .variant = notice.variant,
            .caseIndex = notice.caseIndex});
    }
}

std::string adviceFor(const Finding& finding)
{
    static const std::map<std::string_view, std::string_view> advice {
        {"graph_break", "Rewrite the line, or keep it out of the graph"},
        {"recompile", "Mark the dimension dynamic, or pad the inputs"},
        {"recompile_limit",
            "Mark what changes dynamic (torch._dynamo.mark_dynamic), make it the same for all "
            "instances, or raise torch._dynamo.config.recompile_limit (cache_size_limit)"},
        {"ran_eager", "Nothing was compiled: mend the reason and record again"},
        {"failed", "The log has the whole story"},
        {"numerics_too_small", "Check with inputs that give larger results"},
        {"memory_up", "Check that it fits beside what else runs"},
        {"not_steady", "Look at the calls, or record more processes"},
        {"medians_disagree", "Record again on a machine that does nothing else"},
        {"drift", "Let the machine settle, then record more processes"},
        {"not_quiet", "Close what else runs, then record more processes"},
        {"noise_above_3_percent", "Close what else runs, or record more processes"},
        {"noise_above_minimum_effect", "More processes narrow it"},
        {"training_mode_on", "Call model.eval() before measuring inference"},
    };
    if (finding.rule == "numerics" && finding.severity == Severity::Bad)
        return "Do not use it before the difference is explained";
    const auto found = advice.find(finding.rule);
    return found == advice.end() ? std::string() : std::string(found->second);
}

} // namespace

std::vector<Finding> findingsOf(const ComparisonData& data, const ComparisonResult& judged)
{
    std::vector<Finding> findings;
    for (const auto& inCase : judged.cases) {
        for (const auto& variant : inCase.variants) {
            addVerdictFindings(findings, variant, inCase);
            addSteadinessFindings(findings, variant, inCase);
            addMediansFinding(
                findings, variant, inCase.variants.front(), inCase, judged.plan.goal.minimumEffect);
            addMemoryFinding(findings, variant, inCase.variants.front(), inCase);
            addRecompileFinding(findings, data, variant, inCase);
            std::ranges::move(
                compiledWorkFindings(data, variant, inCase), std::back_inserter(findings));
        }
    }
    if (!judged.cases.empty()) {
        for (const auto& variant : judged.cases.front().variants)
            addBreakFindings(findings, data, judged, variant);
    }
    addQuietFinding(findings, judged);
    addNoiseFinding(findings, judged);
    addNotices(findings, data.notices);
    for (auto& finding : findings) {
        if (finding.advice.empty())
            finding.advice = adviceFor(finding);
    }
    orderFindings(findings, std::nullopt);
    return findings;
}

} // namespace profiler
