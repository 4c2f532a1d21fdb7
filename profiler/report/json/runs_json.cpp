// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/documents.h"
#include "profiler/report/json/json_values.h"
#include "profiler/report/sentences/runs_text.h"

namespace profiler {
namespace {

Json rowJson(const UnpairedRow& row, const UnpairedCell& cell)
{
    Json json {{"run", row.runName}, {"variant", row.variantName}};
    putMeasured(json, "median_ns", cell.medianNs, wholeNs);
    putMeasured(json, "speedup", cell.ratio, intervalJson);
    json["paired"] = cell.paired;
    json["blocking"] = reasonTexts(row.blocking);
    json["warnings"] = reasonTexts(row.warnings);
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
