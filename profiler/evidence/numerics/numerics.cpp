// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/numerics/numerics.h"

#include "profiler/model/number_text.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

namespace profiler {

namespace {

/// Neighbouring floats are neighbouring integers; both zeros are 0.
std::int64_t ordered(float value)
{
    const auto bits = std::bit_cast<std::int32_t>(value);
    return bits >= 0 ? bits : -(static_cast<std::int64_t>(bits) - INT32_MIN);
}

bool bothFinite(float a, float b)
{
    return std::isfinite(a) && std::isfinite(b);
}

bool sameSpecial(float a, float b)
{
    if (std::isnan(a) || std::isnan(b))
        return std::isnan(a) && std::isnan(b);
    return a == b;
}

double rmse(std::span<const float> values, std::span<const double> fp64)
{
    double squares = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double difference = static_cast<double>(values[i]) - fp64[i];
        squares += difference * difference;
    }
    return std::sqrt(squares / static_cast<double>(values.size()));
}

std::size_t firstLargest(std::span<const float> values)
{
    return static_cast<std::size_t>(std::ranges::max_element(values) - values.begin());
}

std::optional<double> cosineOf(std::span<const float> a, std::span<const float> b)
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

void addElement(TensorDifference& sum, float reference, float result, const Tolerance& tolerance)
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

TensorDifference compareTensors(std::span<const float> reference, std::span<const float> result,
    std::span<const double> fp64, const Tolerance& tolerance)
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

double accuracyFactor(const NumericsFact& fact)
{
    constexpr std::int64_t fewElements = 1000;
    const bool narrow = fact.dtype == "float16" || fact.dtype == "bfloat16";
    return narrow || fact.elements < fewElements ? 3 : 2;
}

int badness(NumericsStatus status)
{
    switch (status) {
    case NumericsStatus::NotChecked:
        return 0;
    case NumericsStatus::Equal:
        return 1;
    case NumericsStatus::Close:
        return 2;
    case NumericsStatus::AsAccurateAsEager:
        return 3;
    case NumericsStatus::TooSmallToJudge:
        return 4;
    case NumericsStatus::Different:
        return 5;
    }
    return 0;
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
        summary.reason = "no outputs were compared";
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
            summary.reason = tensorName(fact.path) + ": " + fact.layoutMismatch;
        if (fact.randomOperators && summary.reason.empty())
            summary.reason = "random operators: compared with eager's random numbers";
    }
    if (summary.status == NumericsStatus::TooSmallToJudge && summary.reason.empty())
        summary.reason = "its values lie about or below the absolute tolerance, so that any result "
                         "would pass";
    return summary;
}

std::string tensorName(const std::string& path)
{
    if (path.empty())
        return "the output";
    const bool isPlace = path.find_first_not_of("0123456789") == std::string::npos;
    return isPlace ? "output " + path : path;
}

} // namespace profiler
