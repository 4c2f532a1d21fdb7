// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/break_cost.h"
#include "profiler/analysis/compiled_graphs.h"
#include "profiler/analysis/lanes.h"
#include "profiler/report/show_rows.h"
#include "profiler/report/words.h"

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

/// Of the case in which it is dearest: a row may stand for all cases.
void putCost(Json& row, const ComparisonData& data, int variant, const GraphBreak& found)
{
    std::string reason = "its graphs were not traced";
    std::optional<std::pair<CostPerCall, int>> dearest;
    for (int caseIndex = 0; caseIndex < caseCount(data); ++caseIndex) {
        const auto costs = breakCosts(data, variant, caseIndex);
        if (!costs)
            reason = costs.error();
        else if (const auto* cost = costOf(*costs, found.file, found.line, found.id);
                 cost != nullptr && (!dearest || cost->host.estimateNs > dearest->first.estimateNs))
            dearest = {cost->host, caseIndex};
    }
    if (!dearest) {
        putMissing(row, "cost_ns", reason);
        return;
    }
    row["cost_ns"] = {{"estimate", wholeNs(dearest->first.estimateNs)},
        {"low", wholeNs(dearest->first.lowNs)}, {"high", wholeNs(dearest->first.highNs)}};
    row["cost_case"] = caseName(data.plan, dearest->second);
}

Json breakRow(const ComparisonData& data, int variant, const GraphBreak& found)
{
    Json row = Json::object();
    putText(row, "id", found.id, "torch gave none");
    row["reason"] = found.reason;
    putText(row, "hint", found.hint, "torch gave none");
    putPlace(row, found.file, found.line);
    putText(row, "function", found.function, notFromTorch);
    row["records"] = found.records;
    putNumber(row, "per_call", found.perCall, "no call was observed");
    putVariant(row, data.plan, variant);
    putCase(row, data.plan, found.caseIndex);
    putCost(row, data, variant, found);
    return row;
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
        for (const auto& found : graphBreaks(data, variant, std::nullopt))
            rows.push_back(breakRow(data, variant, found));
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

Json findingRows(const ComparisonData& data)
{
    Json rows = Json::array();
    for (const auto& finding : judge(data).findings) {
        Json row {{"rule", finding.rule}, {"severity", severityKey(finding.severity)},
            {"sentence", finding.sentence}};
        putText(row, "evidence", finding.evidence, "the sentence says all");
        putVariant(row, data.plan, finding.variant);
        putCase(row, data.plan, finding.caseIndex);
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace profiler
