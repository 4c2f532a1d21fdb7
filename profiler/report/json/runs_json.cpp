// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/documents.h"
#include "profiler/report/json/json_values.h"
#include "profiler/report/sentences/runs_text.h"

namespace profiler {
namespace {

Json textsOf(const std::vector<Reason>& reasons)
{
    Json texts = Json::array();
    for (const auto& reason : reasons)
        texts.push_back(reasonText(reason));
    return texts;
}

Json rowJson(const UnpairedRow& row, const UnpairedCell& cell)
{
    Json json {{"run", row.runName}, {"variant", row.variantName}};
    if (cell.medianNs)
        json["median_ns"] = wholeNs(*cell.medianNs);
    else
        putMissing(json, "median_ns", reasonText(cell.medianNs.error()));
    if (cell.ratio)
        json["speedup"] = intervalJson(*cell.ratio);
    else
        putMissing(json, "speedup", reasonText(cell.ratio.error()));
    json["paired"] = cell.paired;
    json["blocking"] = textsOf(row.blocking);
    json["warnings"] = textsOf(row.warnings);
    return json;
}

} // namespace

std::string runsJson(const UnpairedRuns& runs)
{
    Json document {{"schema", 1}, {"baseline", runs.baseline}, {"cases", Json::array()}};
    for (std::size_t i = 0; i < runs.cases.size(); ++i) {
        Json rows = Json::array();
        for (const auto& row : runs.rows)
            rows.push_back(rowJson(row, row.cells.at(i)));
        document["cases"].push_back({{"case", runs.cases[i]}, {"rows", std::move(rows)}});
    }
    putMissing(document, "verdict", noVerdictSentence());
    return written(document);
}

} // namespace profiler
