// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/deep_numerics.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

/// How many units in the last place results lie apart.
namespace profiler {

struct ComparisonData;

/// Values by bucket (UlpCount) of all compared tensors and inputs together.
struct UlpSeries {
    UlpPair pair = UlpPair::ResultToReference;
    std::vector<std::int64_t> counts;
    std::int64_t nanInBoth = 0;
    std::int64_t nanInOne = 0;

    [[nodiscard]] std::int64_t values() const; ///< with a distance
};

struct UlpDistances {
    std::set<std::string> dtypes;
    std::vector<UlpSeries> series; ///< those that are known, in the order of UlpPair

    [[nodiscard]] const UlpSeries* of(UlpPair pair) const;
    [[nodiscard]] std::size_t buckets() const; ///< up to the last one that holds values
};

[[nodiscard]] UlpDistances ulpDistances(const ComparisonData& data, int variant, int caseIndex);

/// The least and the most that a bucket holds.
struct UlpRange {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
};

[[nodiscard]] UlpRange ulpRange(int bucket);

} // namespace profiler
