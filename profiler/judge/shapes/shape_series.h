// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/shapes/shape_grid.h"
#include "profiler/judge/shapes/bucket_advice.h"
#include "profiler/model/interval.h"
#include "profiler/model/reason.h"
#include "profiler/model/result.h"
#include "profiler/model/verdict.h"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// What calls of other sizes take, under each way to compile for them.
namespace profiler {

struct ComparisonResult;

/// One variant at one shape.
struct ShapePoint {
    int caseIndex = 0;
    std::vector<std::int64_t> sizes; ///< of the grid's axes
    std::optional<Interval> ns; ///< median of a call; its interval where there is one
    Verdict verdict = Verdict::NotEnoughData;
    Measured<Interval> ratio = missing(ReasonKind::NotRecorded); ///< decidedRatio() of its case
    std::optional<double>
        compileNs; ///< of this shape with an empty cache, in the order of the cases
    std::optional<int> recompiles;
    std::optional<std::int64_t> memoryBytes; ///< peak, of the device where there is one
    bool ranEager = false;
    Reason whyMissing; ///< where ns is not known

    /// Its time is that of the variant, not of what ran eager in its place.
    [[nodiscard]] bool hasOwnTime() const { return ns && !ranEager; }
};

struct ShapeStrategy {
    int variant = 0;
    std::string name;
    std::vector<ShapePoint> points; ///< of cases that have sizes, in plan order

    /// Does it compile for (nearly) every shape anew?
    [[nodiscard]] bool compilesEachShape() const;
};

struct ShapeSeries {
    ShapeGrid grid;
    std::vector<ShapeStrategy> strategies; ///< in plan order
    int recommended = 0; ///< the variant that is recommended for all cases; 0 = none

    [[nodiscard]] bool isEmpty() const { return grid.isEmpty(); }

    /// Indices of the points, ordered by their sizes: of a sweep as its cases are, the axis with
    /// most values fastest. Cases that were added later stand between the others.
    [[nodiscard]] std::vector<std::size_t> bySize() const;

    [[nodiscard]] const ShapeStrategy& of(int variant) const
    {
        return strategies.at(static_cast<std::size_t>(variant));
    }
};

/// Empty where the cases do not differ in sizes.
[[nodiscard]] ShapeSeries shapeSeries(const ComparisonResult& result);

/// What the points along an axis have in common: their sizes, with 0 along it; each once.
[[nodiscard]] std::set<std::vector<std::int64_t>> linesAlong(
    const ShapeStrategy& strategy, std::size_t axis);

/// The points along one axis where the others have the sizes of `fixed`, ascending; valid as long
/// as the strategy.
[[nodiscard]] std::vector<const ShapePoint*> pointsAlong(
    const ShapeStrategy& strategy, std::size_t axis, const std::vector<std::int64_t>& fixed);

/// Of these the ones that were measured and did not run eager instead.
[[nodiscard]] std::vector<SizeTime> timesAlong(
    const ShapeStrategy& strategy, std::size_t axis, const std::vector<std::int64_t>& fixed);

/// What a traffic costs under a variant as it was measured: no padding.
struct StrategyCost {
    int variant = 0;
    double callsNs = 0; ///< of all passes
    double compileNs = 0;
    double unservedCalls = 0; ///< of one pass, larger than any measured size; in no figure

    [[nodiscard]] double totalNs() const { return callsNs + compileNs; }
};

/// A traffic's advice along one axis of a series.
struct ShapeAdvice {
    std::size_t axis = 0;
    std::vector<std::int64_t> fixed; ///< sizes of the other axes
    std::vector<StrategyCost> strategies; ///< in plan order; without points left out
    int bucketed = 0; ///< the variant that the buckets are compiled as
    std::optional<BucketAdvice> buckets;
};

/// `axis` by its name, or the only one that there is; the other sizes are those of the case with
/// the largest of them. Buckets are compiled as the fastest variant that compiles each shape, or,
/// where none does, as the fastest compiled one. Refused where the name is none of the axes, or
/// nothing is known along it.
[[nodiscard]] Result<ShapeAdvice> shapeAdvice(
    const ShapeSeries& series, const Traffic& traffic, double repeats, int mostBuckets);

/// What a call at a bucket's size needs.
struct BucketMemory {
    std::optional<std::int64_t> bytes; ///< peak
    std::optional<std::int64_t> measuredAt; ///< the size it is of; nullopt: none is so large
};

/// Of the variant that the buckets are compiled as: at the smallest measured size that holds the
/// bucket, which never says too little.
[[nodiscard]] BucketMemory memoryOfBucket(
    const ShapeSeries& series, const ShapeAdvice& advice, const Bucket& bucket);

} // namespace profiler
