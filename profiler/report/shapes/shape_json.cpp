// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/shapes/between_sizes.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/report/json/json_values.h"
#include "profiler/report/shapes/shape_documents.h"

namespace profiler {
namespace {

Json sizesJson(const ShapeGrid& grid, const std::vector<std::int64_t>& sizes)
{
    Json object = Json::object();
    for (std::size_t i = 0; i < sizes.size(); ++i)
        object[grid.axes[i].name] = sizes[i];
    return object;
}

Json pointJson(const ComparisonResult& result, const ShapeGrid& grid, const ShapeStrategy& strategy,
    const ShapePoint& point)
{
    Json row {{"variant", strategy.name},
        {"case", result.plan.cases.at(static_cast<std::size_t>(point.caseIndex)).name},
        {"sizes", sizesJson(grid, point.sizes)}, {"ran_eager", point.ranEager}};
    if (point.ns)
        row["median_ns"] = {{"estimate", wholeNs(point.ns->estimate)},
            {"low", wholeNs(point.ns->low)}, {"high", wholeNs(point.ns->high)}};
    else
        putMissing(row, "median_ns", reasonText(point.whyMissing));
    if (point.ratio)
        row["speed_up"] = intervalJson(*point.ratio);
    else
        putMissing(row, "speed_up", reasonText(point.ratio.error()));
    if (point.compileNs)
        row["compile_ns"] = wholeNs(*point.compileNs);
    else
        putMissing(row, "compile_ns", "no process of it compiled with an empty cache");
    put(row, "recompiles", point.recompiles, "not recorded");
    put(row, "peak_memory_bytes", point.memoryBytes, "not recorded");
    return row;
}

Json bucketJson(const ShapeSeries& series, const ShapeAdvice& advice, const Bucket& bucket)
{
    Json row {{"size", bucket.size}, {"calls", bucket.calls}, {"call_ns", wholeNs(bucket.ns)},
        {"measured", bucket.measured}, {"padded_ratio", bucket.paddedRatio}};
    const auto memory = memoryOfBucket(series, advice, bucket);
    put(row, "peak_memory_bytes", memory.bytes, bucketMemoryReason(memory));
    put(row, "peak_memory_at", memory.measuredAt, "no measured size holds it");
    return row;
}

Json adviceJson(const ShapeSeries& series, const ShapeAdvice& advice, const Traffic& traffic)
{
    Json object {{"size", series.grid.axes[advice.axis].name}, {"calls", traffic.total()},
        {"sizes", traffic.calls.size()}};
    object["strategies"] = Json::array();
    for (const auto& cost : advice.strategies) {
        const auto& name = series.of(cost.variant).name;
        object["strategies"].push_back({{"variant", name}, {"calls_ns", wholeNs(cost.callsNs)},
            {"compile_ns", wholeNs(cost.compileNs)}, {"total_ns", wholeNs(cost.totalNs())},
            {"unserved_calls", cost.unservedCalls}});
        if (cost.variant == advice.bucketed && advice.buckets)
            object["bucketed_as"] = name;
    }
    object["buckets"] = Json::array();
    if (advice.buckets) {
        for (const auto& bucket : advice.buckets->buckets)
            object["buckets"].push_back(bucketJson(series, advice, bucket));
        object["calls_ns"] = wholeNs(advice.buckets->callsNs);
        object["compile_ns"] = wholeNs(advice.buckets->compileNs);
        object["total_ns"] = wholeNs(advice.buckets->totalNs());
        object["exact_ns"] = wholeNs(advice.buckets->exactNs);
        object["padded_ratio"] = advice.buckets->paddedRatio();
        object["unserved_calls"] = advice.buckets->unservedCalls;
        object["total_ns_by_count"] = Json::array();
        for (const auto ns : advice.buckets->totalNsByCount)
            object["total_ns_by_count"].push_back(wholeNs(ns));
    } else {
        putMissing(object, "total_ns", "no compiled variant was measured along this size");
    }
    object["sentence"] = shapeAdviceSentence(series, advice, traffic);
    object["doubts"] = shapeAdviceDoubts(series, advice);
    return object;
}

} // namespace

std::string shapesJson(const ComparisonResult& result, const ShapeSeries& series,
    const Traffic* traffic, const ShapeAdvice* advice)
{
    Json document {{"schema", 1}};
    document["axes"] = Json::array();
    for (const auto& axis : series.grid.axes)
        document["axes"].push_back({{"name", axis.name}, {"values", axis.values}});
    document["shapes"] = Json::array();
    for (const auto& strategy : series.strategies)
        for (const auto& point : strategy.points)
            document["shapes"].push_back(pointJson(result, series.grid, strategy, point));
    document["sentence"] = shapeConclusion(result, series);
    document["sentences"] = Json::array();
    for (const auto& strategy : series.strategies)
        if (strategy.variant != 0)
            document["sentences"].push_back(shapeSentence(series, strategy.variant));
    if (const auto worst = worstLeftOut(series))
        document["left_out"] = {{"largest_error_ratio", worst->errorRatio()},
            {"variant", series.of(worst->variant).name},
            {"sizes", sizesJson(series.grid, worst->sizes)},
            {"measured_ns", wholeNs(worst->measuredNs)}, {"read_off_ns", wholeNs(worst->readOffNs)},
            {"sentence", shapeBetween(series)}};
    else
        putMissing(document, "left_out", "no measured size lies between two others");
    if (traffic != nullptr && advice != nullptr)
        document["advice"] = adviceJson(series, *advice, *traffic);
    else
        putMissing(document, "advice", "no traffic was given (--traffic)");
    return written(document);
}

} // namespace profiler
