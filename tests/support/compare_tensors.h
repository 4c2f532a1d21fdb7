// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/numerics/numerics.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>

/// What the agent computes of two tensors, written down a second time for expected values.
namespace profiler {

/// One tensor against its reference: the same formulas the agent uses, for float32 buffers.
struct TensorDifference {
    std::int64_t elements = 0;
    std::int64_t bitEqual = 0;
    std::int64_t mismatches = 0;
    bool nanPositionsEqual = true; ///< NaN and infinities at the same places, of equal sign
    double maxAbs = 0;
    double maxRel = 0; ///< over reference != 0
    std::int64_t maxUlp = 0; ///< on the ordered integers; +0 and -0 are 0 apart
    std::optional<double> cosine; ///< nothing when either is all zeros
    double toleranceUsedRatio = 0;
    std::optional<double> rmseReference; ///< against fp64
    std::optional<double> rmseResult;
    std::size_t argmaxReference = 0; ///< first largest
    std::size_t argmaxResult = 0;
};

/// Neighbouring floats are neighbouring integers; both zeros are 0.
inline std::int64_t ordered(float value)
{
    const auto bits = std::bit_cast<std::int32_t>(value);
    return bits >= 0 ? bits : -(static_cast<std::int64_t>(bits) - INT32_MIN);
}

inline bool bothFinite(float a, float b)
{
    return std::isfinite(a) && std::isfinite(b);
}

inline bool sameSpecial(float a, float b)
{
    if (std::isnan(a) || std::isnan(b))
        return std::isnan(a) && std::isnan(b);
    return a == b;
}

inline double rmse(std::span<const float> values, std::span<const double> fp64)
{
    double squares = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double difference = static_cast<double>(values[i]) - fp64[i];
        squares += difference * difference;
    }
    return std::sqrt(squares / static_cast<double>(values.size()));
}

inline std::size_t firstLargest(std::span<const float> values)
{
    return static_cast<std::size_t>(std::ranges::max_element(values) - values.begin());
}

inline std::optional<double> cosineOf(std::span<const float> a, std::span<const float> b)
{
    double product = 0;
    double squaresA = 0;
    double squaresB = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!bothFinite(a[i], b[i]))
            continue;
        product += static_cast<double>(a[i]) * b[i];
        squaresA += static_cast<double>(a[i]) * a[i];
        squaresB += static_cast<double>(b[i]) * b[i];
    }
    if (squaresA == 0 || squaresB == 0)
        return std::nullopt;
    return product / (std::sqrt(squaresA) * std::sqrt(squaresB));
}

inline void addElement(
    TensorDifference& sum, float reference, float result, const Tolerance& tolerance)
{
    if (std::bit_cast<std::uint32_t>(reference) == std::bit_cast<std::uint32_t>(result))
        ++sum.bitEqual;
    if (!bothFinite(reference, result)) {
        if (!sameSpecial(reference, result)) {
            sum.nanPositionsEqual = false;
            ++sum.mismatches;
        }
        return;
    }
    const double ref = reference;
    const double difference = std::abs(static_cast<double>(result) - ref);
    const double allowed = tolerance.absolute + tolerance.relative * std::abs(ref);
    sum.mismatches += difference <= allowed ? 0 : 1;
    sum.maxAbs = std::max(sum.maxAbs, difference);
    if (ref != 0)
        sum.maxRel = std::max(sum.maxRel, difference / std::abs(ref));
    if (allowed > 0)
        sum.toleranceUsedRatio = std::max(sum.toleranceUsedRatio, difference / allowed);
    sum.maxUlp = std::max(sum.maxUlp, std::abs(ordered(result) - ordered(reference)));
}

/// Buffers of the same length; fp64 may be empty. Sums are in double.
[[nodiscard]] inline TensorDifference compareTensors(std::span<const float> reference,
    std::span<const float> result, std::span<const double> fp64, const Tolerance& tolerance)
{
    assert(reference.size() == result.size());
    TensorDifference sum {.elements = static_cast<std::int64_t>(reference.size())};
    if (reference.empty())
        return sum;
    for (std::size_t i = 0; i < reference.size(); ++i)
        addElement(sum, reference[i], result[i], tolerance);
    sum.cosine = cosineOf(reference, result);
    sum.argmaxReference = firstLargest(reference);
    sum.argmaxResult = firstLargest(result);
    if (fp64.size() == reference.size()) {
        sum.rmseReference = rmse(reference, fp64);
        sum.rmseResult = rmse(result, fp64);
    }
    return sum;
}

} // namespace profiler
