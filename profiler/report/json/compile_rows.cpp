// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/breaks/break_cost.h"
#include "profiler/evidence/breaks/break_intent.h"
#include "profiler/evidence/breaks/break_sites.h"
#include "profiler/evidence/breaks/graph_breaks.h"
#include "profiler/evidence/breaks/scalar_capture.h"
#include "profiler/evidence/compile/compile_evidence.h"
#include "profiler/findings/remedies_to_try.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/advice/remedy_text.h"
#include "profiler/report/json/show_rows.h"
#include "profiler/report/sentences/finding_text.h"
#include "profiler/report/sentences/reason_text.h"

#include <algorithm>
#include <cmath>

namespace profiler {
namespace {

constexpr auto notFromTorch = "torch did not tell";

void putText(Json& row, const char* key, const std::string& text, const char* reason)
{
    if (text.empty())
        putMissing(row, key, reason);
    else
        row[key] = text;
}

/// A place in the user's code; a record may name none.
void putPlace(Json& row, const std::string& file, int line)
{
    constexpr auto reason = "the record names no place";
    putText(row, "file", file, reason);
    if (file.empty() || line <= 0)
        putMissing(row, "line", reason);
    else
        row["line"] = line;
}

void putDuration(Json& row, const char* key, std::optional<nanoseconds> value, const char* reason)
{
    if (value)
        row[key] = value->count();
    else
        putMissing(row, key, reason);
}

template <typename Use>
void forEachVariant(const ComparisonData& data, Use use)
{
    for (std::size_t i = 0; i < data.plan.variants.size(); ++i)
        use(static_cast<int>(i));
}

/// Variants with the process whose compile facts count.
template <typename Use>
void forEachEvidence(const ComparisonData& data, Use use)
{
    forEachVariant(data, [&](int variant) {
        if (const auto* process = compileEvidence(data, variant))
            use(variant, *process);
    });
}

Json compileRow(const ComparisonData& data, int variant, const CompileFact& fact)
{
    Json row {{"compile_id", fact.compileId}};
    putText(row, "function", fact.function, notFromTorch);
    putPlace(row, fact.file, fact.line);
    row["duration_ns"] = fact.duration.count();
    row["phases"] = Json::object();
    for (const auto& [phase, duration] : fact.phases)
        row["phases"][phase] = duration.count();
    put(row, "cache", fact.cache, notFromTorch);
    put(row, "nodes", fact.nodes, notFromTorch);
    put(row, "operators", fact.operators, notFromTorch);
    put(row, "guards", fact.guards, notFromTorch);
    if (!fact.failType.empty())
        row["failure"] = fact.failType + ": " + fact.failReason;
    putVariant(row, data.plan, variant);
    putCase(row, data.plan, fact.caseIndex);
    return row;
}

using CostsByCase = std::vector<Measured<BreakCosts>>;

/// Of the case in which it is dearest: a row may stand for all cases.
void putCost(Json& row, const Plan& plan, const CostsByCase& costs, const GraphBreak& found)
{
    const auto known = costsOf(costs, found.file, found.line, found.id);
    if (!known.empty()) {
        row["cost_ns"] = costJson(known.front().cost);
        row["cost_case"] = caseName(plan, known.front().caseIndex);
        return;
    }
    std::string reason = "its graphs were not traced";
    for (const auto& inCase : costs)
        if (!inCase)
            reason = reasonText(inCase.error());
    putMissing(row, "cost_ns", reason);
}

/// Where the user's own code called the library that breaks.
void putCaller(Json& row, const ComparisonData& data, const GraphBreak& found)
{
    constexpr auto reason = "the place is in your own code, or its stack was not stored";
    if (const auto* caller = callerOf(data, found.file, found.line)) {
        row["caller_file"] = caller->file;
        row["caller_line"] = caller->line;
        return;
    }
    putMissing(row, "caller_file", reason);
    putMissing(row, "caller_line", reason);
}

void putPasses(Json& row, const std::optional<double>& perCall)
{
    if (perCall)
        row["per_call"] = std::llround(*perCall);
    else
        putMissing(row, "per_call",
            "no call was observed, or its function runs in Python, where passes are not counted");
}

/// Most expensive first where that is known, else most often passed.
void orderByCost(std::vector<GraphBreak>& breaks, const CostsByCase& costs)
{
    std::ranges::stable_sort(breaks, std::ranges::greater {}, [&](const GraphBreak& each) {
        const auto known = costsOf(costs, each.file, each.line, each.id);
        return std::pair(
            known.empty() ? -1 : known.front().cost.estimateNs, each.perCall.value_or(-1));
    });
}

Json breakRow(
    const ComparisonData& data, int variant, const GraphBreak& found, const CostsByCase& costs)
{
    Json row = Json::object();
    putText(row, "id", found.id, "torch gave none");
    row["reason"] = found.reason;
    putText(row, "hint", found.hint, "torch gave none");
    putPlace(row, found.file, found.line);
    putText(row, "function", found.function, notFromTorch);
    putCaller(row, data, found);
    putText(row, "intent", intentWord(breakIntent(data, found)), "nobody asked for it");
    putText(
        row, "capture_scalar_outputs", scalarCaptureText(data, found), "torch does not hint at it");
    row["records"] = found.records;
    putPasses(row, found.perCall);
    putVariant(row, data.plan, variant);
    putCase(row, data.plan, found.caseIndex);
    putCost(row, data.plan, costs, found);
    return row;
}

/// What mending it wins back: of a call, in the case where that is most; or what it cost once.
void putWorth(Json& row, const Plan& plan, const Finding& finding)
{
    if (finding.recoverable.empty()) {
        putMissing(row, "recoverable_ns", "not measured, or no part of a call");
    } else {
        row["recoverable_ns"] = costJson(finding.recoverable.front().cost);
        row["recoverable_case"] = caseName(plan, finding.recoverable.front().caseIndex);
    }
    constexpr auto notOnce = "nothing was paid once, or torch told no time";
    if (finding.onceNs)
        row["once_ns"] = wholeNs(*finding.onceNs);
    else
        putMissing(row, "once_ns", notOnce);
    putNumber(row, "seconds_once",
        finding.onceNs ? std::optional(*finding.onceNs / 1e9) : std::nullopt, notOnce);
    if (finding.notExplained)
        row["unexplained_ns"] = costJson(*finding.notExplained);
}

/// "model.py:12": what an editor opens.
std::string codePlace(const Finding& finding)
{
    const auto place = finding.place.value_or(CodePlace {});
    return place.file.empty() ? std::string() : place.file + ":" + std::to_string(place.line);
}

/// The code or option, else the clause that says what to do.
void putRemedy(Json& row, const ComparisonResult& result, const Finding& finding)
{
    const auto code = remedyCode(result, finding);
    const auto advice = findingRemedy(finding);
    constexpr auto none = "nothing is to be done";
    putText(row, "remedy", code.empty() ? advice : code, none);
    row["remedy_kind"] = keyOf(finding.remedy.kind);
    putText(row, "advice", advice, none);
}

} // namespace

Json compileRows(const ComparisonData& data)
{
    Json rows = Json::array();
    forEachVariant(data, [&](int variant) {
        for (const auto& fact : compiledGraphs(data, variant))
            rows.push_back(compileRow(data, variant, fact));
    });
    return rows;
}

Json breakRows(const ComparisonData& data)
{
    Json rows = Json::array();
    forEachVariant(data, [&](int variant) {
        const auto costs = breakCostsByCase(data, variant);
        auto breaks = graphBreaks(data, variant, std::nullopt);
        orderByCost(breaks, costs);
        for (const auto& found : breaks)
            rows.push_back(breakRow(data, variant, found, costs));
    });
    return rows;
}

Json recompileRows(const ComparisonData& data)
{
    Json rows = Json::array();
    forEachEvidence(data, [&](int variant, const ProcessRecord& process) {
        for (const auto& fact : process.recompiles) {
            Json row {{"compile_id", fact.compileId}};
            putText(row, "guard", fact.guard, notFromTorch);
            row["reason"] = fact.reason;
            putPlace(row, fact.file, fact.line);
            putText(row, "function", fact.function, notFromTorch);
            putDuration(row, "duration_ns", fact.duration, notFromTorch);
            putVariant(row, data.plan, variant);
            putCase(row, data.plan, fact.caseIndex);
            rows.push_back(std::move(row));
        }
    });
    return rows;
}

namespace {

/// Of a remedy that was tried.
void putWon(Json& row, const Plan& plan, const Finding& finding)
{
    const auto tried = static_cast<std::size_t>(finding.triedAs.value_or(-1));
    putText(row, "tried_as", tried < plan.variants.size() ? plan.variants[tried].name : "",
        "no variant of this comparison is this one with the remedy");
    if (finding.won)
        row["won_ns"] = {{"estimate", finding.won->estimateNs}, {"low", finding.won->lowNs},
            {"high", finding.won->highNs}};
    else
        putMissing(row, "won_ns", "the remedy was not tried, or in too few repetitions");
    if (finding.wonOnceNs)
        row["won_once_ns"] = *finding.wonOnceNs;
    else
        putMissing(
            row, "won_once_ns", "the remedy was not tried, or saves nothing that is paid once");
}

/// Of what the remedy is predicted to win: of a call, else once.
void putPrediction(Json& row, const ComparisonResult& result, const Finding& finding)
{
    if (const auto predicted = predictedNs(finding))
        row["predicted_ns"] = *predicted;
    else if (finding.onceNs)
        row["predicted_ns"] = *finding.onceNs;
    else
        putMissing(row, "predicted_ns", "nothing tells how much it wins");
    row["can_be_tried"] = planThatTries(result.plan, finding).has_value();
}

} // namespace

Json findingRows(const ComparisonResult& result)
{
    Json rows = Json::array();
    for (const auto& finding : result.findings) {
        Json row {{"rule", finding.rule}, {"severity", keyOf(finding.severity)},
            {"sentence", findingSentence(result, finding)}};
        putText(row, "evidence", findingPlace(result, finding), "the sentence says all");
        putText(row, "place", codePlace(finding), "it is no line of code");
        putVariant(row, result.plan, finding.variant);
        putCase(row, result.plan, finding.caseIndex);
        putWorth(row, result.plan, finding);
        putRemedy(row, result, finding);
        row["page"] = keyOf(finding.page);
        row["confidence"] = keyOf(finding.confidence);
        row["state"] = keyOf(finding.state);
        putPrediction(row, result, finding);
        putWon(row, result.plan, finding);
        rows.push_back(std::move(row));
    }
    return rows;
}

Json topBreakRows(const ComparisonResult& result)
{
    Json rows = Json::array();
    for (const auto& inCase : result.cases)
        for (const auto& variant : inCase.variants)
            if (const auto& gain = variant.gainOfTopBreaks; gain && gain->estimate > 1) {
                auto row = gainJson(*gain);
                putVariant(row, result.plan, variant.variant);
                putCase(row, result.plan, inCase.caseIndex);
                rows.push_back(std::move(row));
            }
    return rows;
}

} // namespace profiler
