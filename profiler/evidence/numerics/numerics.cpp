// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/numerics/numerics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace profiler {

namespace {

void raise(std::optional<double>& largest, const std::optional<double>& value)
{
    if (value && std::isfinite(*value))
        largest = std::max(largest.value_or(*value), *value);
}

/// Whether the values agree whatever the absolute tolerance is.
bool agreesInItself(const NumericsFact& fact)
{
    constexpr double littleApart = 1 - leastCosine;
    if (fact.maxAbs.value_or(0) == 0) // +0 and -0
        return true;
    const bool hasCosine = fact.cosine && std::isfinite(*fact.cosine);
    if (hasCosine && *fact.cosine < leastCosine)
        return false;
    if (hasCosine && fact.elements > 1)
        return true;
    // 0 beside a difference: only values whose reference is 0 differ.
    const double relative = fact.maxRel.value_or(0);
    if (!(relative > 0))
        return false;
    if (relative <= littleApart)
        return true;
    // The cosine of one value is its sign. Its size is known from both errors.
    return fact.elements == 1 && hasCosine
        && *fact.maxAbs / relative > toleranceOf(fact.dtype).value_or(Tolerance {}).absolute;
}

/// Beyond the tolerance: what counts is how far both are from fp64.
NumericsStatus statusByAccuracy(const NumericsFact& fact)
{
    constexpr double rmseFloor = 1e-5;
    if (!fact.rmseReference || !fact.rmseResult)
        return NumericsStatus::Different;
    const double allowed = accuracyFactor(fact) * *fact.rmseReference;
    if (*fact.rmseResult <= allowed)
        return NumericsStatus::AsAccurateAsEager;
    if (*fact.rmseResult > allowed + rmseFloor)
        return NumericsStatus::Different;
    return agreesInItself(fact) ? NumericsStatus::AsAccurateAsEager
                                : NumericsStatus::TooSmallToJudge;
}

void addFigures(NumericsSummary& summary, const NumericsFact& fact)
{
    raise(summary.maxAbs, fact.maxAbs);
    raise(summary.maxRel, fact.maxRel);
    raise(summary.toleranceUsedRatio, fact.toleranceUsedRatio);
    if (fact.cosine && std::isfinite(*fact.cosine))
        summary.cosine = std::min(summary.cosine.value_or(*fact.cosine), *fact.cosine);
}

} // namespace

std::optional<Tolerance> toleranceOf(std::string_view dtype)
{
    if (dtype == "float16" || dtype == "complex32")
        return Tolerance {.relative = 1e-3, .absolute = 1e-5};
    if (dtype == "bfloat16")
        return Tolerance {.relative = 1.6e-2, .absolute = 1e-5};
    if (dtype == "float32" || dtype == "complex64")
        return Tolerance {.relative = 1.3e-6, .absolute = 1e-5};
    if (dtype == "float64" || dtype == "complex128")
        return Tolerance {.relative = 1e-7, .absolute = 1e-7};
    return std::nullopt;
}

double accuracyFactor(const NumericsFact& fact)
{
    constexpr std::int64_t fewElements = 1000;
    const bool narrow = fact.dtype == "float16" || fact.dtype == "bfloat16";
    return narrow || fact.elements < fewElements ? 3 : 2;
}

int badness(NumericsStatus status)
{
    constexpr std::array order {NumericsStatus::NotChecked, NumericsStatus::Equal,
        NumericsStatus::Close, NumericsStatus::AsAccurateAsEager, NumericsStatus::TooSmallToJudge,
        NumericsStatus::Different};
    return static_cast<int>(std::ranges::find(order, status) - order.begin());
}

NumericsStatus numericsStatus(const NumericsFact& fact)
{
    if (!fact.layoutMismatch.empty() || !fact.nanPositionsEqual)
        return NumericsStatus::Different;
    if (fact.bitEqual == fact.elements)
        return NumericsStatus::Equal;
    if (!toleranceOf(fact.dtype))
        return NumericsStatus::Different;
    if (fact.mismatches != 0)
        return statusByAccuracy(fact);
    return agreesInItself(fact) ? NumericsStatus::Close : NumericsStatus::TooSmallToJudge;
}

NumericsSummary summarizeNumerics(const std::vector<NumericsFact>& facts)
{
    NumericsSummary summary {.tensors = static_cast<int>(facts.size())};
    if (facts.empty()) {
        summary.reason = {ReasonKind::NoOutputCompared, {}};
        return summary;
    }
    const auto isTooSmall = [](const NumericsFact& fact) {
        return numericsStatus(fact) == NumericsStatus::TooSmallToJudge;
    };
    summary.tooSmall = static_cast<int>(std::ranges::count_if(facts, isTooSmall));
    double worstUse = -1;
    for (const auto& fact : facts) {
        if (summary.tooSmall < summary.tensors && isTooSmall(fact))
            continue; // what cannot be judged must not be the figure of what can
        const auto status = numericsStatus(fact);
        const double use = fact.toleranceUsedRatio.value_or(0);
        const int step = badness(status) - badness(summary.status);
        if (step > 0 || (step == 0 && use > worstUse)) {
            summary.status = status;
            summary.worstTensor = fact.path;
            worstUse = use;
        }
        addFigures(summary, fact);
        if (!fact.layoutMismatch.empty() && summary.reason.empty())
            summary.reason = {ReasonKind::OfTensor, {Tensor {fact.path}, fact.layoutMismatch}};
        if (fact.randomOperators && summary.reason.empty())
            summary.reason = {ReasonKind::RandomOperators, {}};
    }
    if (summary.status == NumericsStatus::TooSmallToJudge && summary.reason.empty())
        summary.reason = {ReasonKind::BelowTolerance, {}};
    return summary;
}

std::vector<NumericsRow> numericsRows(const ComparisonData& data, int caseIndex)
{
    std::vector<NumericsRow> rows;
    for (const auto& process : data.processes) {
        if (process.start.again)
            continue;
        for (const auto& fact : process.numerics) {
            if (fact.caseIndex != caseIndex)
                continue;
            rows.push_back({.variant = process.start.variant,
                .fact = fact,
                .status = numericsStatus(fact),
                .tolerance = toleranceOf(fact.dtype),
                .accuracyFactor = accuracyFactor(fact)});
        }
    }
    std::ranges::stable_sort(rows, [](const NumericsRow& one, const NumericsRow& other) {
        const auto order = [](const NumericsRow& row) {
            return std::tuple(
                row.variant, -badness(row.status), -row.fact.toleranceUsedRatio.value_or(0));
        };
        return order(one) < order(other);
    });
    return rows;
}

} // namespace profiler
