// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/shapes/shape_heat.h"
#include "profiler/judge/shapes/shape_series.h"

#include <string>
#include <vector>

/// What a sweep over shapes says, and what to do for a traffic.
namespace profiler {

struct ComparisonResult;

/// "batch = 8, seq = 128".
[[nodiscard]] std::string shapeText(const ShapeGrid& grid, const std::vector<std::int64_t>& sizes);

/// settingsSentence(), as everywhere; without sizes how to record some.
[[nodiscard]] std::string shapeConclusion(
    const ComparisonResult& result, const ShapeSeries& series);
/// "static is 1.52× faster than eager over 32 shapes: from 1.10× at seq = 16 to 1.84× at seq = 512;
/// not decided at seq = 32; it compiled each shape, 4.1 s on average." Of shapes that are decided.
/// Empty for the baseline.
[[nodiscard]] std::string shapeSentence(const ShapeSeries& series, int variant);

/// How far what is read off between measured sizes is from a measurement: each is left out once.
/// Empty where none lies between two others.
[[nodiscard]] std::string shapeBetween(const ShapeSeries& series);

/// "For 12 400 calls of 200 sizes: pad seq to 32, 64, 128 and compile these with static: 41 s, …"
/// No advice where what it would name is not decided at a shape along the axis.
[[nodiscard]] std::string shapeAdviceSentence(
    const ShapeSeries& series, const ShapeAdvice& advice, const Traffic& traffic);
/// What of the advice is read off between measured sizes, and which calls are in no figure; empty:
/// nothing.
[[nodiscard]] std::string shapeAdviceDoubts(const ShapeSeries& series, const ShapeAdvice& advice);
/// Its two halves: "2 of the 4 buckets lie between measured sizes" (without a dot, as what to do
/// about it follows) and "12 calls are larger than any measured seq and in no figure."
[[nodiscard]] std::string shapeReadOffText(const ShapeAdvice& advice);
[[nodiscard]] std::string shapeUnservedSentence(
    const ShapeSeries& series, const ShapeAdvice& advice);
/// "seq = 40, 72 with batch = 8": the sizes of readOffSizes().
[[nodiscard]] std::string shapeReadOffSizes(const ShapeSeries& series, const ShapeAdvice& advice);

/// After the buckets of an advice were measured: what was read off for them before, and what all of
/// it is now.
[[nodiscard]] std::string measuredAdviceSentence(
    const ShapeAdvice& advice, double readOffNs, int measuredShapes);

/// Why the peak memory of a bucket is not known.
[[nodiscard]] std::string bucketMemoryReason(const BucketMemory& memory);

/// "static is faster than eager at 9 of 12 shapes, slower at seq = 16, not decided at 2.": of the
/// recommended variant, or else of the compiled one that is faster at most shapes.
[[nodiscard]] std::string shapeHeatSentence(const ShapeSeries& series);
/// Of one cell, with times and intervals: "static at seq = 64: 1.52× faster than eager, 1.3 ms …";
/// of one without a ratio why.
[[nodiscard]] std::string shapeCellText(
    const ShapeSeries& series, const ShapeHeat& heat, const ShapeHeatRow& row, std::size_t column);
/// Why a cell has no ratio; empty: it has one.
[[nodiscard]] std::string shapeCellReason(const ShapeSeries& series, const ShapeCell& cell);

/// `shapes FILE`: for people, and as JSON. Without a traffic there is no advice.
[[nodiscard]] std::string shapesText(const ComparisonResult& result, const ShapeSeries& series,
    const Traffic* traffic, const ShapeAdvice* advice);
[[nodiscard]] std::string shapesJson(const ComparisonResult& result, const ShapeSeries& series,
    const Traffic* traffic, const ShapeAdvice* advice);

} // namespace profiler
