// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/shapes/shape_heat.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/shapes/shape_documents.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace profiler;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

constexpr std::int64_t mega = 1'000'000;

ShapePoint timed(int caseIndex, std::vector<std::int64_t> sizes, double ms)
{
    return {.caseIndex = caseIndex,
        .sizes = std::move(sizes),
        .ns = Interval {ms * 1e6, ms * 0.99e6, ms * 1.01e6}};
}

ShapePoint judged(ShapePoint point, double ratio)
{
    point.verdict = ratio > 1 ? Verdict::Faster : Verdict::Slower;
    point.ratio = Interval {ratio, ratio * 0.98, ratio * 1.02};
    return point;
}

/// Three sizes: static is slower at 16, faster at 64, and ran eager at 256; dynamic is not decided
/// at 16 and has no time at 64. Ratios are of calls side by side, so those of medians differ.
ShapeSeries threeSizes()
{
    ShapeSeries series {
        .grid = {.axes = {{.name = "seq", .values = {16, 64, 256}}}, .sizes = {{16}, {64}, {256}}}};
    ShapeStrategy eager {.variant = 0,
        .name = "eager",
        .points = {timed(0, {16}, 1), timed(1, {64}, 2), timed(2, {256}, 4)}};
    ShapeStrategy fixed {.variant = 1,
        .name = "static",
        .points
        = {judged(timed(0, {16}, 1.3), 0.8), judged(timed(1, {64}, 1), 2), timed(2, {256}, 4)}};
    fixed.points[0].memoryBytes = 10 * mega;
    fixed.points[1].memoryBytes = 20 * mega;
    fixed.points[1].recompiles = 1;
    fixed.points[2].ranEager = true;
    ShapeStrategy dynamic {.variant = 2,
        .name = "dynamic",
        .points
        = {timed(0, {16}, 0.1), {.caseIndex = 1, .sizes = {64}}, judged(timed(2, {256}, 2), 2)}};
    dynamic.points[0].verdict = Verdict::NotEnoughData;
    dynamic.points[0].ratio = missing({ReasonKind::RunMoreRepetitions, {std::int64_t {2}}});
    series.strategies = {eager, fixed, dynamic};
    return series;
}

ShapeAdvice paddedWithStatic()
{
    return {.fixed = {0}, .bucketed = 1};
}

TEST(ShapeHeat, HasTheRatioToTheBaselineAtTheSameShape)
{
    const auto series = threeSizes();
    const auto heat = shapeHeat(series, 0);
    EXPECT_THAT(heat.columns, ElementsAre(16, 64, 256));
    ASSERT_EQ(heat.rows.size(), 2U);
    EXPECT_EQ(heat.rows[0].variant, 1);
    EXPECT_DOUBLE_EQ(heat.rows[0].cells[0].ratio.value(), 0.8);
    EXPECT_DOUBLE_EQ(heat.rows[0].cells[1].ratio.value(), 2);
    EXPECT_TRUE(heat.rows[0].cells[1].recompiled());
    EXPECT_FALSE(heat.rows[0].cells[0].recompiled());
}

TEST(ShapeHeat, HasNoRatioWhereItRanEagerOrWasNotMeasured)
{
    const auto series = threeSizes();
    const auto heat = shapeHeat(series, 0);
    EXPECT_FALSE(heat.rows[0].cells[2].ratio);
    EXPECT_TRUE(heat.rows[0].cells[2].ranEager());
    EXPECT_FALSE(heat.rows[1].cells[1].ratio);
    EXPECT_FALSE(heat.rows[1].cells[1].ranEager());
}

TEST(ShapeHeat, HasARowForEachVariantAndOtherSize)
{
    ShapeSeries series {
        .grid = {.axes = {{.name = "seq", .values = {16, 64}}, {.name = "batch", .values = {1, 8}}},
            .sizes = {{16, 1}, {64, 1}, {64, 8}}}};
    for (const auto* name : {"eager", "static"})
        series.strategies.push_back({.variant = static_cast<int>(series.strategies.size()),
            .name = name,
            .points = {timed(0, {16, 1}, 1), timed(1, {64, 1}, 2), timed(2, {64, 8}, 3)}});
    const auto heat = shapeHeat(series, 0);
    ASSERT_EQ(heat.rows.size(), 2U);
    EXPECT_THAT(heat.rows[1].sizes, ElementsAre(0, 8));
    EXPECT_EQ(heat.rows[1].cells[0].point, nullptr); // nobody asked for that combination
    EXPECT_EQ(heat.rows[1].cells[1].point->caseIndex, 2);
    EXPECT_THAT(shapeCellText(series, heat, heat.rows[1], 0),
        HasSubstr("static at seq = 16, batch = 8: the sweep has no such shape."));
    EXPECT_EQ(shapeHeat(series, 1).rows.size(), 2U);
}

TEST(ShapeHeat, TellsApartUpToARoundRatio)
{
    auto series = threeSizes();
    EXPECT_DOUBLE_EQ(heatLimit(shapeHeat(series, 0)), 2);
    series.strategies[1].points[0] = judged(timed(0, {16}, 1000), 0.001);
    EXPECT_DOUBLE_EQ(heatLimit(shapeHeat(series, 0)), 8);
}

TEST(ShapeHeat, ConcludesFromVerdictsWhereItIsFasterAndWhereItIsSlower)
{
    auto series = threeSizes();
    EXPECT_EQ(shapeHeatSentence(series),
        "static is faster than eager at 1 of 3 shapes, slower at seq = 16.");
    series.recommended = 2;
    EXPECT_EQ(shapeHeatSentence(series),
        "dynamic is faster than eager at 1 of 3 shapes, not decided at 1.");
}

TEST(ShapeHeat, SaysOfACellWhatItIs)
{
    auto series = threeSizes();
    const auto heat = shapeHeat(series, 0);
    EXPECT_EQ(shapeCellText(series, heat, heat.rows[0], 1),
        "static at seq = 64: 2.00× faster than eager, 1.000 ms (990.0 µs–1.010 ms) beside "
        "2.000 ms (1.980 ms–2.020 ms); recompiled 1 time.");
    EXPECT_THAT(shapeCellText(series, heat, heat.rows[0], 0),
        StartsWith("static at seq = 16: 1.25× slower than eager, "));
    EXPECT_THAT(shapeCellText(series, heat, heat.rows[0], 2),
        HasSubstr("static at seq = 256: it ran eager"));
    EXPECT_EQ(shapeCellText(series, heat, heat.rows[1], 0),
        "dynamic at seq = 16: not decided: run 2 more repetitions; 100.0 µs (99.00 µs–101.0 µs) "
        "beside 1.000 ms (990.0 µs–1.010 ms).");
}

TEST(BucketMemory, IsThatOfTheSmallestMeasuredSizeThatHoldsIt)
{
    const auto series = threeSizes();
    const auto at = [&](std::int64_t size) {
        return memoryOfBucket(series, paddedWithStatic(), {.size = size});
    };
    EXPECT_EQ(at(16).bytes, 10 * mega);
    EXPECT_EQ(at(17).bytes, 20 * mega);
    EXPECT_EQ(at(17).measuredAt, 64);
    // At 256 it ran eager: nothing compiled is so large.
    EXPECT_FALSE(at(65).bytes);
    EXPECT_FALSE(at(65).measuredAt);
    EXPECT_EQ(bucketMemoryReason(at(65)), "no measured size holds it");
}

TEST(BucketMemory, IsNotThatOfALargerSizeWhereNoneWasRecorded)
{
    auto series = threeSizes();
    series.strategies[1].points[0].memoryBytes.reset();
    const auto memory = memoryOfBucket(series, paddedWithStatic(), {.size = 16});
    EXPECT_FALSE(memory.bytes);
    EXPECT_EQ(memory.measuredAt, 16);
    EXPECT_EQ(bucketMemoryReason(memory), "its process at size 16 recorded no peak");
}

TEST(BucketMemory, StandsInTheTextAndTheDocument)
{
    auto series = threeSizes();
    auto advice = paddedWithStatic();
    advice.buckets = BucketAdvice {
        .buckets = {{.size = 40, .calls = 3, .ns = 1e6}, {.size = 100, .calls = 1, .ns = 4e6}}};
    advice.strategies = {{.variant = 0, .callsNs = 9e9}};
    const Traffic traffic {.size = "seq", .calls = {{40, 3}, {100, 1}}};
    ComparisonResult result;
    result.plan.cases.resize(3);
    const auto text = shapesText(result, series, &traffic, &advice);
    EXPECT_THAT(text, HasSubstr("peak memory"));
    EXPECT_THAT(text, HasSubstr("at 64"));
    const auto json = shapesJson(result, series, &traffic, &advice);
    EXPECT_THAT(json, HasSubstr("\"peak_memory_bytes\": 20000000"));
    EXPECT_THAT(json, HasSubstr("\"peak_memory_at\": 64"));
}

} // namespace
