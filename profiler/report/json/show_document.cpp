// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/json/show_document.h"

#include "profiler/findings/conclude.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/json/module_rows.h"
#include "profiler/report/json/show_rows.h"
#include "profiler/report/json/training_rows.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace profiler {
namespace {

struct PartName {
    ShowPart part;
    std::string_view word;
    std::string_view rows;
};

constexpr auto partNames = std::to_array<PartName>({
    {ShowPart::Environment, "environment", "environment"},
    {ShowPart::Log, "log", "lines"},
    {ShowPart::Calls, "calls", "series"},
    {ShowPart::Compiles, "compiles", "compiles"},
    {ShowPart::Breaks, "breaks", "graph_breaks"},
    {ShowPart::Recompiles, "recompiles", "recompiles"},
    {ShowPart::Numerics, "numerics", "numerics"},
    {ShowPart::Memory, "memory", "memory"},
    {ShowPart::Peak, "peak", "peak"},
    {ShowPart::Programs, "programs", "programs"},
    {ShowPart::Trace, "trace", "traces"},
    {ShowPart::Kernels, "kernels", "traces"},
    {ShowPart::Operators, "operators", "traces"},
    {ShowPart::Lines, "lines", "traces"},
    {ShowPart::Gpu, "gpu", "gpu"},
    {ShowPart::Communication, "communication", "communication"},
    {ShowPart::Slow, "slow", "slow"},
    {ShowPart::Ledger, "ledger", "ledger"},
    {ShowPart::Tune, "tune", "tune"},
    {ShowPart::Training, "training", "steps"},
    {ShowPart::Findings, "findings", "findings"},
});

/// Findings are of the judged comparison, the ledger and slow calls come with their sums, a log is
/// never whole.
Json rowsOf(ShowPart part, const ComparisonData& data, const ShownBulk& bulk)
{
    using OfData = Json (*)(const ComparisonData&);
    using OfTraces = Json (*)(const ComparisonData&, const TraceRowsOf&);
    const auto ofData = valueFor(part,
        {{ShowPart::Environment, environmentRows}, {ShowPart::Calls, callRows},
            {ShowPart::Compiles, compileRows}, {ShowPart::Breaks, breakRows},
            {ShowPart::Recompiles, recompileRows}, {ShowPart::Numerics, numericsRows},
            {ShowPart::Memory, memoryRows}, {ShowPart::Peak, peakRows},
            {ShowPart::Programs, programRows}, {ShowPart::Operators, operatorRows}},
        OfData());
    const auto ofTraces = valueFor(part,
        {{ShowPart::Trace, traceRows}, {ShowPart::Kernels, kernelRows},
            {ShowPart::Lines, hostLineRows}},
        OfTraces());
    if (ofData != nullptr)
        return ofData(data);
    if (ofTraces != nullptr)
        return ofTraces(data, bulk.rowsOf);
    return part == ShowPart::Gpu ? gpuRows(data, bulk) : Json::array();
}

/// With what fixing the most expensive breaks of each variant gains.
void putFindings(Json& document, const ComparisonData& data)
{
    const auto result = conclude(data);
    document["findings"] = findingRows(result);
    document["top_breaks"] = topBreakRows(result);
}

} // namespace

std::string rowsKey(ShowPart part)
{
    for (const auto& name : partNames)
        if (name.part == part)
            return std::string(name.rows);
    return {};
}

Json showDocument(ShowPart part, const ComparisonData& data, const ShownBulk& bulk)
{
    Json document = Json::object();
    document["schema"] = 1;
    if (part == ShowPart::Findings)
        putFindings(document, data);
    else if (part == ShowPart::Slow)
        putSlowCalls(document, data);
    else if (part == ShowPart::Ledger)
        putLedgers(document, data, bulk.rowsOf);
    else if (part == ShowPart::Communication)
        putCommunication(document, data, bulk.rowsOf);
    else if (part == ShowPart::Tune)
        putTuning(document, data);
    else if (part == ShowPart::Training)
        putTraining(document, data);
    else
        document[rowsKey(part)] = rowsOf(part, data, bulk);
    if (part == ShowPart::Numerics)
        putModules(document, data);
    if (part == ShowPart::Compiles)
        putCompilePhases(document, data);
    if (part == ShowPart::Gpu)
        document["monitors"] = monitorRows(data, bulk.countersOf);
    return document;
}

std::string showJson(ShowPart part, const ComparisonData& data, const ShownBulk& bulk)
{
    return written(showDocument(part, data, bulk));
}

Result<ShowPart> showPartFrom(const std::string& word)
{
    for (const auto& name : partNames)
        if (name.word == word)
            return name.part;
    std::string known;
    for (const auto& name : partNames)
        known += (known.empty() ? "" : ", ") + std::string(name.word);
    return failure(
        ErrorKind::BadInput, "there is no part \"" + word + "\"; expected one of " + known);
}

std::vector<std::string> showPartWords()
{
    std::vector<std::string> words;
    for (const auto& name : partNames)
        words.emplace_back(name.word);
    return words;
}

} // namespace profiler
