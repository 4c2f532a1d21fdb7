// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace profiler {

/// |res - ref| <= absolute + relative |ref| is close.
struct Tolerance {
    double relative = 1.3e-6;
    double absolute = 1e-5;
};

/// By torch's dtype name without prefix; nothing for types that must be equal (integers, bool).
[[nodiscard]] std::optional<Tolerance> toleranceOf(std::string_view dtype);

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

/// Buffers of the same length; fp64 may be empty. Sums are in double.
[[nodiscard]] TensorDifference compareTensors(std::span<const float> reference,
    std::span<const float> result, std::span<const double> fp64, const Tolerance& tolerance);

/// Two results that point apart by more than this are never called close.
inline constexpr double leastCosine = 0.99;

/// Rule of one tensor: equal, close, as accurate as eager, too small to judge, different. The
/// absolute tolerance alone makes nothing close: values below it must agree in themselves.
[[nodiscard]] NumericsStatus numericsStatus(const NumericsFact& fact);

/// Against fp64 the variant may be so many times less accurate than the baseline.
[[nodiscard]] double accuracyFactor(const NumericsFact& fact);

/// Larger is worse; not checked is 0.
[[nodiscard]] int badness(NumericsStatus status);

/// The worst of all tensors of a case that can be judged; too small where none can, not checked
/// when there are none.
[[nodiscard]] NumericsSummary summarizeNumerics(const std::vector<NumericsFact>& facts);

/// What a compared tensor is called: "logits", "output 0", "the output" where the model returns one
/// tensor alone and it has no name.
[[nodiscard]] std::string tensorName(const std::string& path);

} // namespace profiler
