// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/sentences/breaks_text.h"

#include "profiler/evidence/breaks/break_intent.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/sentences/break_advice.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/sentences/worth_text.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace profiler {

namespace {

/// "; they cost about 128 µs a call: fixing them gives about 1.9× faster (1.8–2.0)".
std::string costsText(const BreakCosts& costs, const std::optional<GainOfFixing>& gain)
{
    const bool one = costs.breaks.size() == 1;
    std::string text = (one ? "; it costs about " : "; they cost about ")
        + formatDuration(costs.all.estimateNs) + " a call";
    if (!gain || gain->estimate <= 1)
        return text;
    const bool some = static_cast<std::size_t>(gain->count) < costs.breaks.size();
    const std::string which = some ? "the " + std::to_string(gain->count) + " most expensive"
        : one                      ? "it"
                                   : "them";
    return text + ": fixing " + which + " gives about **" + formatRatio(gain->estimate)
        + " faster** (" + gainInterval(*gain) + ")";
}

std::string recompilesText(const ComparisonResult& result, const std::vector<Recompile>& recompiles)
{
    double ns = 0;
    bool timed = false;
    std::set<int> cases;
    for (const auto& each : recompiles) {
        ns += each.durationNs.value_or(0);
        timed = timed || each.durationNs.has_value();
        cases.insert(each.caseIndex.value_or(0));
    }
    const auto count = static_cast<std::int64_t>(recompiles.size());
    std::string text = countText(count, "recompile", "recompiles");
    if (timed)
        text += (count == 1 ? " costs " : " cost ") + formatDuration(ns) + " once";
    if (result.cases.size() > 1)
        text += ", in " + std::to_string(cases.size()) + " of "
            + countText(static_cast<std::int64_t>(result.cases.size()), "case", "cases");
    return text;
}

std::int64_t graphRuns(const std::vector<GraphPiece>& graphs)
{
    std::int64_t count = 0;
    for (const auto& graph : graphs)
        count += graph.times;
    return count;
}

std::string noteOf(const ComparisonResult& result, const CaseResult& caseResult,
    const VariantResult& variant, const std::vector<GraphPiece>& graphs)
{
    std::string note = variant.name;
    if (!result.device.empty())
        note += ", " + result.device;
    note += ", " + caseResult.name;
    if (!graphs.empty())
        note += " · a call runs " + countText(graphRuns(graphs), "graph", "graphs");
    return note;
}

BreaksHeadline clean(const ComparisonResult& result, const std::vector<GraphPiece>& graphs)
{
    if (isImported(result.kind)) // which part of a call runs in graphs is in no log
        return {.mark = Mark::Information,
            .sentence = "**No graph breaks and no recompiles in this log**",
            .namesVariant = false};
    const auto count = graphRuns(graphs);
    const bool one = graphs.empty() || count == 1;
    return {.mark = Mark::Good,
        .sentence = "**" + (one ? std::string("One graph") : countText(count, "graph", "graphs"))
            + ", no breaks, no recompiles**",
        .namesVariant = false};
}

/// Of a variant that has breaks.
BreaksHeadline broken(const ComparisonResult& result, const VariantResult& variant,
    const std::vector<Recompile>& recompiles, const BreakCounts& counts)
{
    const int breaks = variant.graphBreaks.value_or(0);
    const int unwanted = std::min(counts.unwanted, breaks);
    BreaksHeadline headline {.mark = unwanted > 0 ? Mark::Warning : Mark::Information,
        .sentence
        = "**" + variant.name + " has " + countText(breaks, "graph break", "graph breaks") + "**"};
    if (unwanted < breaks)
        headline.sentence += " (" + std::to_string(breaks - unwanted) + " intended or torch's own)";
    if (counts.passesOfCall && *counts.passesOfCall >= 1)
        headline.sentence += ", " + timesACall(std::llround(*counts.passesOfCall));
    if (variant.breakCosts)
        headline.sentence += costsText(*variant.breakCosts, variant.gainOfTopBreaks);
    if (!recompiles.empty())
        headline.sentence += "; " + recompilesText(result, recompiles);
    headline.sentence += ".";
    return headline;
}

std::string noteOfCosts(CostSide side, const Measured<BreakCosts>& costs)
{
    if (!costs)
        return " · what the breaks cost is not known: " + reasonText(costs.error());
    return (side == CostSide::Device ? " · what the device stood idle in " : " · host cost in ")
        + countText(costs->calls, "traced call", "traced calls")
        + ", a lower bound: what fusion would save is not in it";
}

} // namespace

BreaksHeadline breaksHeadline(const ComparisonResult& result, const CaseResult& caseResult,
    const VariantResult& variant, const std::vector<Recompile>& recompiles,
    const std::vector<GraphPiece>& graphs, const BreakCounts& counts)
{
    const auto index = static_cast<std::size_t>(variant.variant);
    const bool eager = index < result.plan.variants.size()
        && result.plan.variants[index].kind == VariantKind::Eager;
    BreaksHeadline headline;
    const int breaks = variant.graphBreaks.value_or(0);
    if (isImported(result.kind) && !variant.graphBreaks) {
        headline = {.mark = Mark::Information,
            .sentence = "Graph breaks of " + variant.name + ": "
                + reasonText(variant.graphBreaks.error()) + "."};
    } else if (eager) {
        headline = {.mark = Mark::Information,
            .sentence = variant.name
                + " compiles nothing, so it has no graph breaks: choose another variant above."};
    } else if (!variant.graphBreaks && variant.graphBreaks.error().kind == ReasonKind::OneProgram) {
        headline = {.mark = Mark::Information,
            .sentence = variant.name
                + " is one program, made before its first call: it has no graph breaks and "
                  "compiles nothing in calls."};
    } else if (variant.verdict == Verdict::RanEager) {
        headline = {.mark = Mark::Bad,
            .sentence = "**" + variant.name
                + " ran eager** in this case: " + reasonText(variant.verdictReason) + "."};
    } else if (!variant.graphBreaks) {
        headline = {.mark = Mark::Neutral,
            .sentence = "Whether " + variant.name + " has graph breaks is not known: "
                + reasonText(variant.graphBreaks.error()) + "."};
    } else if (breaks > 0) {
        headline = broken(result, variant, recompiles, counts);
    } else if (!recompiles.empty()) {
        headline = {.mark = Mark::Warning,
            .sentence = "No breaks; **" + recompilesText(result, recompiles) + "**.",
            .namesVariant = false};
    } else {
        headline = clean(result, graphs);
    }
    headline.note = noteOf(result, caseResult, variant, graphs);
    if (breaks > 0)
        headline.note += noteOfCosts(costSideOf(result.plan), variant.breakCosts);
    return headline;
}

BreakCounts breakCounts(
    const ComparisonData& data, int variant, int caseIndex, const std::vector<BreakPlace>& places)
{
    BreakCounts counts {.unwanted = unwantedBreaks(data, variant, caseIndex), .passesOfCall = 0};
    for (const auto& place : places)
        if (const auto* here = place.in(variant)) {
            if (!here->perCall)
                counts.passesOfCall.reset();
            else if (counts.passesOfCall)
                *counts.passesOfCall += *here->perCall;
        }
    return counts;
}

std::string breakTitle(const GraphBreak& found)
{
    return breakAdvice(found).title;
}

std::string placeText(const std::string& file, int line)
{
    if (file.empty())
        return "no place recorded";
    const auto slash = file.find_last_of('/');
    const auto folder = slash == std::string::npos || slash == 0
        ? std::string::npos
        : file.find_last_of('/', slash - 1);
    auto shown = folder == std::string::npos ? file : file.substr(folder + 1);
    return line > 0 ? shown + ":" + std::to_string(line) : shown;
}

std::string whyNoBreakCost(const Reason& reason)
{
    return "Not known: " + reasonText(reason)
        + ". Record with a trace, or measure again after the fix: the difference is what the break "
          "cost.";
}

std::string breakCostText(const BreakCost& cost, int calls, CostSide side)
{
    auto text = formatDuration(cost.host.lowNs) + " to " + formatDuration(cost.host.highNs)
        + " of each call (95 % interval, " + countText(calls, "traced call", "traced calls") + "): "
        + (side == CostSide::Device
                ? "what the device stood idle from the end of its graph to the start of the next; "
                  "a wait for kernels that ran is not in it"
                : "from the end of its graph to the start of the next, and what that one costs by "
                  "being a graph of its own")
        + ". A lower bound: what fusion across the break would save is not in it";
    if (cost.crossingNs && *cost.crossingNs >= 1)
        text += "; to move what crosses it takes about " + formatDuration(*cost.crossingNs);
    return text + ".";
}

std::string passesText(const std::optional<double>& perCall)
{
    if (!perCall)
        return "times a call not known";
    const auto count = std::llround(*perCall);
    return count == 0 ? "not passed in a steady call" : timesACall(count);
}

} // namespace profiler
