// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/numerics_fact.h"
#include "profiler/model/variant_result.h"

#include <optional>
#include <string_view>
#include <vector>

namespace profiler {

struct ComparisonData;
struct Plan;

/// |res - ref| <= absolute + relative |ref| is close.
struct Tolerance {
    double relative = 1.3e-6;
    double absolute = 1e-5;
};

/// By torch's dtype name without prefix; nothing for types that must be equal (integers, bool).
[[nodiscard]] std::optional<Tolerance> toleranceOf(std::string_view dtype);

/// Two results that point apart by more than this are never called close.
inline constexpr double leastCosine = 0.99;

/// What of its digits a variant may give up.
struct AllowedError {
    bool otherPrecision = false; ///< the plan gives the two sides different ones
    std::optional<double> relative; ///< of the values' size, root mean squares; nullopt: nothing

    bool operator==(const AllowedError&) const = default;
};

/// The goal's tolerance, else by the narrower precision of the two where they differ.
[[nodiscard]] AllowedError allowedError(const Plan& plan, int variant);

/// NaN and infinities of one tensor; nullopt: not counted.
[[nodiscard]] std::optional<SpecialValues> specialValuesOf(const NumericsFact& fact);

/// Without figures where NaN or infinity on one side is the difference: what is left of the values
/// may agree, and its figures would say that the tensor does.
[[nodiscard]] NumericsFact withoutMisleadingFigures(NumericsFact fact);

/// Rule of one tensor: equal, close, as accurate as eager, within the allowed error, too small to
/// judge, different. The absolute tolerance alone makes nothing close: values below it must agree
/// in themselves.
[[nodiscard]] NumericsStatus numericsStatus(const NumericsFact& fact, const AllowedError& allowed);

/// Root mean squares of error and values, against fp64; nullopt: not known, or all values are 0.
[[nodiscard]] std::optional<double> relativeError(const NumericsFact& fact);
[[nodiscard]] std::optional<double> relativeErrorOfBaseline(const NumericsFact& fact);

/// Does the allowed error to fp64 decide, and not whether the values are close? So it is where the
/// plan gives the two sides different precisions, and where that alone lets a tensor pass.
[[nodiscard]] bool isJudgedByError(const NumericsFact& fact, const AllowedError& allowed);

/// How much of what it may differ a tensor uses: of the allowed error where that decides, else of
/// the tolerance by which its values are close.
[[nodiscard]] std::optional<double> toleranceUsed(
    const NumericsFact& fact, const AllowedError& allowed);

/// Decimal digits that an error leaves; nullopt: none is lost.
[[nodiscard]] std::optional<double> digitsLeft(const std::optional<double>& relativeError);

/// Against fp64 the variant may be so many times less accurate than the baseline.
[[nodiscard]] double accuracyFactor(const NumericsFact& fact);

/// Larger is worse; not checked is 0.
[[nodiscard]] int badness(NumericsStatus status);

/// The worst of all tensors of a case that can be judged; too small where none can, not checked
/// when there are none.
[[nodiscard]] NumericsSummary summarizeNumerics(
    const std::vector<NumericsFact>& facts, const AllowedError& allowed);

/// One tensor of one variant against the baseline's.
struct NumericsRow {
    int variant = 0;
    NumericsFact fact; ///< without misleading figures
    NumericsStatus status = NumericsStatus::NotChecked;
    std::optional<Tolerance> tolerance; ///< nothing for types that must be equal
    AllowedError allowed;
    std::optional<double> toleranceUsed; ///< as a ratio
    double accuracyFactor = 2; ///< how much less accurate than the baseline it may be against fp64
};

/// Of a case, in plan order of the variants; inside a variant the worst first.
[[nodiscard]] std::vector<NumericsRow> numericsRows(const ComparisonData& data, int caseIndex);

} // namespace profiler
