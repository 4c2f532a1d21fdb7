// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/shapes/traffic.h"

#include <cstdint>
#include <optional>
#include <vector>

/// Which sizes to pad inputs up to: compiling one graph for each size of a traffic costs compile
/// time, padding all to the largest costs every call.
namespace profiler {

/// A call of that size, compiled for it alone.
struct SizeTime {
    std::int64_t size = 0;
    double ns = 0;
};

/// At a size between measured ones on the line that joins them; below the smallest as there.
struct TimeAtSize {
    double ns = 0;
    bool measured = false;
};

/// `measured` ascending by size; nullopt above the largest, or where nothing was measured.
[[nodiscard]] std::optional<TimeAtSize> timeAtSize(
    const std::vector<SizeTime>& measured, std::int64_t size);

struct BucketQuestion {
    std::vector<SizeTime> measured; ///< ascending
    Traffic traffic;
    double compileNs = 0; ///< of one size, with the cache a process finds
    double repeats = 1; ///< how often the traffic comes while a process lives
    int mostBuckets = 16;
};

struct Bucket {
    std::int64_t size = 0;
    double calls = 0; ///< of one pass of the traffic
    double ns = 0; ///< a call
    bool measured = false; ///< else read off between measured sizes
    double paddedRatio = 0; ///< of what its calls compute: padding
};

struct BucketAdvice {
    std::vector<Bucket> buckets; ///< ascending
    double callsNs = 0; ///< of all passes
    double compileNs = 0;
    double exactNs = 0; ///< all passes, if every call ran at its own size: nothing is faster
    std::vector<double> totalNsByCount; ///< the best of 1, 2 … buckets
    double unservedCalls = 0; ///< larger than any measured size; in no figure

    [[nodiscard]] double totalNs() const { return callsNs + compileNs; }

    [[nodiscard]] double paddedRatio() const;
};

/// The cheapest set of buckets, exactly: by dynamic programming over all sizes that the traffic or
/// the measurement has (above 2 048 of them neighbours are joined). Each call goes to the smallest
/// bucket that holds it. nullopt: no call of the traffic is within what was measured.
[[nodiscard]] std::optional<BucketAdvice> adviseBuckets(const BucketQuestion& question);

} // namespace profiler
