// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/enum_text.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/history/history_documents.h"
#include "profiler/report/history/history_text.h"
#include "profiler/report/json/json_values.h"
#include "profiler/report/text/enum_text.h"

namespace profiler {

namespace {

/// Times are whole nanoseconds, sizes whole bytes, breaks whole numbers.
Json numberJson(HistoryMetric metric, double value)
{
    const bool plain = metric == HistoryMetric::Throughput || metric == HistoryMetric::SpeedUp;
    if (!std::isfinite(value))
        return {};
    return plain ? Json(value) : wholeNs(value);
}

void putEnd(Json& json, const char* key, HistoryMetric metric, const std::optional<double>& end)
{
    if (end)
        json[key] = numberJson(metric, *end);
    else
        putMissing(json, key, "too few processes for an interval");
}

void putField(Json& row, const char* key, const HistoryPoint& point, const char* field)
{
    const auto found = point.environment.find(field);
    put(row, key, found == point.environment.end() ? std::nullopt : std::optional(found->second),
        "the recording does not tell it");
}

Json pointJson(const History& history, const HistoryPoint& point)
{
    const auto metric = history.query.metric;
    Json row {{"file", point.file}, {"id", point.id.value}, {"name", point.name}};
    put(row, "time", knownText(utcText(point.started)), noTimeTold);
    row["recorded_by"] = point.tool;
    putField(row, "commit", point, "git_commit");
    putField(row, "torch", point, "torch");
    putField(row, "device_name", point, "device_name");
    putField(row, "driver", point, "driver");
    if (!point.value) {
        putMissing(row, "value", reasonText(point.value.error()));
        return row;
    }
    row["value"] = numberJson(metric, point.value->value);
    putEnd(row, "low", metric, point.value->low);
    putEnd(row, "high", metric, point.value->high);
    return row;
}

Json differencesJson(const std::vector<SideDifference>& differences)
{
    Json rows = Json::array();
    for (const auto& each : differences) {
        Json row;
        row["kind"] = keyOf(each.kind);
        const auto side = [](const std::string& text) {
            return text.empty() ? std::nullopt : std::optional(text);
        };
        put(row, "field", side(each.field), "it is counted");
        put(row, "before", side(each.before), "none, or not given");
        put(row, "after", side(each.after), "none, or not given");
        rows.push_back(std::move(row));
    }
    return rows;
}

Json changeJson(const History& history, const HistoryChange& change)
{
    const auto metric = history.query.metric;
    Json row {{"before", change.before}, {"after", change.after},
        {"from", numberJson(metric, change.from)}, {"to", numberJson(metric, change.to)}};
    if (change.ratio)
        row["ratio"] = intervalJson(*change.ratio);
    else
        putMissing(row, "ratio", "counts change by steps");
    row["worse"] = change.worse;
    row["differences"] = differencesJson(change.differences);
    row["sentence"] = changeText(history, change) + ": " + differencesText(change.differences);
    return row;
}

Json apartJson(const History& history)
{
    return {{"at", history.apart->at},
        {"level", numberJson(history.query.metric, history.apart->level)},
        {"worse", history.apart->worse}};
}

Json leftOutJson(const LeftOut& each)
{
    Json row {{"file", each.file}, {"kind", keyOf(each.kind)}};
    put(row, "id", each.id.value == 0 ? std::nullopt : std::optional(each.id.value),
        "the whole file");
    put(row, "why", each.why.empty() ? std::nullopt : std::optional(each.why), "the kind says it");
    return row;
}

} // namespace

std::string historyJson(const History& history)
{
    const auto& query = history.query;
    Json document {{"schema", 1}, {"metric", keyOf(query.metric)}, {"by", keyOf(query.order)},
        {"workload", query.workload}, {"case", query.caseName}, {"variant", query.variant}};
    put(document, "unit",
        query.metric == HistoryMetric::Throughput ? std::optional(history.unit) : std::nullopt,
        "the metric has no unit of its own");
    document["recordings"] = listJson(
        history.points, [&](const HistoryPoint& point) { return pointJson(history, point); });
    document["changes"] = listJson(
        history.changes, [&](const HistoryChange& change) { return changeJson(history, change); });
    document["borders"] = listJson(history.borders, [](const HistoryBorder& border) {
        return Json {{"at", border.at}, {"differences", differencesJson(border.differences)}};
    });
    if (history.apart)
        document["apart"] = apartJson(history);
    else
        putMissing(document, "apart", "the newest recording lies at its level, or is the first");
    document["left_out"] = listJson(history.leftOut, leftOutJson);
    document["sentence"] = historySentence(history, Emphasis::None);
    return written(document);
}

} // namespace profiler
