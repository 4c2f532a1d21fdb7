// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/enum_text.h"
#include "profiler/report/csv/csv_row.h"
#include "profiler/report/json/family_json.h"
#include "profiler/report/json/json_values.h"
#include "profiler/report/suite/suite_documents.h"
#include "profiler/report/text/enum_text.h"

namespace profiler {

namespace {

Json causeJson(const SuiteCause& cause)
{
    Json row;
    put(row, "class", knownText(cause.errorClass), "it has none");
    row["sentence"] = cause.text;
    return row;
}

Json cellJson(const SuiteCell& cell)
{
    Json row {{"variant", cell.variant}, {"verdict", keyOf(cell.verdict)}};
    put(row, "verdict_reason", knownText(reasonText(cell.reason)), "the verdict says it");
    putMeasured(row, "speedup", cell.speedUp, intervalJson);
    row["counts_in_mean"] = countsInMean(cell);
    putMeasured(row, "median_ns", cell.medianNs, wholeNs);
    putMeasured(row, "compile_ns", cell.compileNs, wholeNs);
    const auto same = [](auto value) { return Json(value); };
    putMeasured(row, "memory_bytes", cell.memoryBytes, same);
    putMeasured(row, "graph_breaks", cell.breaks, same);
    putMeasured(row, "recompiles", cell.recompiles, same);
    if (cell.failure)
        row["failure"] = causeJson(*cell.failure);
    return row;
}

Json rowJson(const SuiteRow& row)
{
    Json json {{"id", row.id.value}};
    put(json, "time", knownText(utcText(row.started)), noTimeTold);
    json["status"] = keyOf(row.status);
    json["model"] = row.model;
    put(json, "family", knownText(row.family.key), familyReason(row.family));
    if (!row.family.key.empty())
        json["family_by"] = familyReason(row.family);
    put(json, "case", knownText(row.caseName), "nothing was recorded");
    put(json, "device", knownText(row.device), "no worker told it");
    put(json, "dtype", knownText(row.dtype), "no worker told it");
    put(json, "batch", row.batch, "no shape of an input is known");
    put(json, "baseline", knownText(row.baseline), "nothing was recorded");
    putMeasured(json, "baseline_ns", row.baselineNs, wholeNs);
    putMeasured(json, "baseline_memory_bytes", row.baselineBytes,
        [](std::int64_t bytes) { return Json(bytes); });
    json["variants"] = Json::array();
    for (const auto& cell : row.cells)
        json["variants"].push_back(cellJson(cell));
    if (row.failure)
        json["failure"] = causeJson(*row.failure);
    if (!row.brokenOff.empty())
        json["stop_reason"] = row.brokenOff;
    return json;
}

Json meanJson(const SuiteMean& mean)
{
    Json row {{"device", mean.device}, {"dtype", mean.dtype}, {"variant", mean.variant},
        {"models", mean.models}, {"counted", mean.ratios.size()}};
    put(row, "geometric_mean", mean.mean, "no model has a ratio that counts");
    if (mean.interval)
        row["interval"] = {{"low", mean.interval->low}, {"high", mean.interval->high}};
    else
        putMissing(row, "interval", "it needs two models that count");
    row["faster"] = mean.faster;
    row["slower"] = mean.slower;
    row["undecided"] = mean.undecided;
    row["results_differ"] = mean.differing;
    row["failed"] = mean.failed;
    row["ratios"] = mean.ratios;
    return row;
}

Json groupJson(const SuiteResult& suite, const FailureGroup& group)
{
    auto json = causeJson(group.cause);
    json["where"] = Json::array();
    for (const auto& each : group.where) {
        Json row {{"id", suite.rows[each.row].id.value}, {"model", suite.rows[each.row].model}};
        put(row, "variant", knownText(each.variant), "all of it");
        json["where"].push_back(std::move(row));
    }
    return json;
}

template <typename T>
void addWholeNs(CsvRow& csv, const Measured<T>& value)
{
    if (value)
        csv.wholeNs(static_cast<double>(*value));
    else
        csv.missing();
}

void addRow(CsvRow& csv, const SuiteRow& row)
{
    csv.number(row.id.value).text(row.model).text(row.family.key).text(row.caseName);
    csv.text(row.device).text(row.dtype);
    if (row.batch)
        csv.number(*row.batch);
    else
        csv.missing();
    addWholeNs(csv, row.baselineNs);
    addWholeNs(csv, row.baselineBytes);
}

std::string cellLine(const SuiteRow& row, const SuiteCell& cell)
{
    CsvRow csv;
    addRow(csv, row);
    csv.text(cell.variant).text(keyOf(cell.verdict));
    if (cell.speedUp)
        csv.ratio(cell.speedUp->estimate).ratio(cell.speedUp->low).ratio(cell.speedUp->high);
    else
        csv.missing().missing().missing();
    addWholeNs(csv, cell.medianNs);
    addWholeNs(csv, cell.compileNs);
    addWholeNs(csv, cell.memoryBytes);
    addWholeNs(csv, cell.breaks);
    addWholeNs(csv, cell.recompiles);
    const auto& failure = cell.failure ? cell.failure : row.failure;
    return csv.text(failure ? failure->text : reasonText(cell.reason)).line();
}

/// Of a recording that has no variant to tell of.
std::string failureLine(const SuiteRow& row)
{
    constexpr int figures = 10; ///< of a variant
    CsvRow csv;
    addRow(csv, row);
    for (int i = 0; i < figures; ++i)
        csv.missing();
    return csv.text(row.failure ? row.failure->text : "").line();
}

} // namespace

std::string suiteJson(const SuiteResult& suite)
{
    Json document {{"schema", 1}};
    put(document, "suite", knownText(suite.name), "the recordings are of none");
    document["models"] = suite.models;
    document["variants"] = suite.variants;
    document["rows"] = listJson(suite.rows, rowJson);
    document["means"] = listJson(suite.means, meanJson);
    document["families"] = listJson(suite.families, familyRangeJson);
    document["failures"] = listJson(
        suite.failures, [&](const FailureGroup& group) { return groupJson(suite, group); });
    document["replaced"] = suite.replaced;
    document["unread"] = suite.unread;
    document["other_suites"] = suite.otherSuites;
    document["sentence"] = suiteSentence(suite, Emphasis::None);
    return written(document);
}

std::string suiteCsv(const SuiteResult& suite)
{
    CsvRow headings;
    for (const auto* heading : {"id", "model", "family", "case", "device", "dtype", "batch",
             "baseline_ns", "baseline_memory_bytes", "variant", "verdict", "speedup", "low", "high",
             "median_ns", "compile_ns", "memory_bytes", "graph_breaks", "recompiles", "note"})
        headings.text(heading);
    auto text = headings.line();
    for (const auto& row : suite.rows) {
        for (const auto& cell : row.cells)
            text += cellLine(row, cell);
        if (row.cells.empty())
            text += failureLine(row);
    }
    return text;
}

} // namespace profiler
