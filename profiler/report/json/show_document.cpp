// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/json/show_document.h"

#include "profiler/findings/conclude.h"
#include "profiler/report/json/show_rows.h"

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

constexpr std::array<PartName, 14> partNames {{
    {ShowPart::Environment, "environment", "environment"},
    {ShowPart::Log, "log", "lines"},
    {ShowPart::Calls, "calls", "series"},
    {ShowPart::Compiles, "compiles", "compiles"},
    {ShowPart::Breaks, "breaks", "graph_breaks"},
    {ShowPart::Recompiles, "recompiles", "recompiles"},
    {ShowPart::Numerics, "numerics", "numerics"},
    {ShowPart::Memory, "memory", "memory"},
    {ShowPart::Trace, "trace", "traces"},
    {ShowPart::Kernels, "kernels", "traces"},
    {ShowPart::Operators, "operators", "traces"},
    {ShowPart::Lines, "lines", "traces"},
    {ShowPart::Gpu, "gpu", "gpu"},
    {ShowPart::Findings, "findings", "findings"},
}};

Json rowsOf(ShowPart part, const ComparisonData& data, const ShownBulk& bulk)
{
    switch (part) {
    case ShowPart::Environment:
        return environmentRows(data);
    case ShowPart::Calls:
        return callRows(data);
    case ShowPart::Compiles:
        return compileRows(data);
    case ShowPart::Breaks:
        return breakRows(data);
    case ShowPart::Recompiles:
        return recompileRows(data);
    case ShowPart::Numerics:
        return numericsRows(data);
    case ShowPart::Memory:
        return memoryRows(data);
    case ShowPart::Trace:
        return traceRows(data, bulk.rowsOf);
    case ShowPart::Kernels:
        return kernelRows(data, bulk.rowsOf);
    case ShowPart::Operators:
        return operatorRows(data);
    case ShowPart::Lines:
        return hostLineRows(data, bulk.rowsOf);
    case ShowPart::Gpu:
        return gpuRows(data, bulk);
    case ShowPart::Findings: // of the judged comparison
    case ShowPart::Log: // never whole
        break;
    }
    return Json::array();
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
    else
        document[rowsKey(part)] = rowsOf(part, data, bulk);
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
    constexpr std::array<std::string_view, 1> notYet {"ledger"};
    for (const auto& name : partNames)
        if (name.word == word)
            return name.part;
    if (std::find(notYet.begin(), notYet.end(), word) != notYet.end())
        return failure(ErrorKind::NotFound,
            "this version does not show " + word + "; trace, kernels and operators are there");
    std::string known;
    for (const auto& name : partNames)
        known += (known.empty() ? "" : ", ") + std::string(name.word);
    return failure(
        ErrorKind::BadInput, "there is no part \"" + word + "\"; expected one of " + known);
}

} // namespace profiler
