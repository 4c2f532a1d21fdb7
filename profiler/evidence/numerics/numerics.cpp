// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/numerics/numerics.h"

#include "profiler/model/comparison_data.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
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

/// Steps of the narrowest of the precisions that a variant computes in: 2^-8 in bfloat16, 2^-11 in
/// float16 and TF32, 2^-24 in float32.
double stepOf(std::string_view precision)
{
    return valueFor(precision,
        {{"bfloat16", 0x1p-8}, {"medium", 0x1p-8}, {"float16", 0x1p-11}, {"high", 0x1p-11},
            {"float64", 0x1p-53}},
        0x1p-24);
}

double coarsestStep(const NumericContext& numeric, const TorchSettings& torch)
{
    const auto chosen = [](const std::string& own, const std::string& plans) {
        return std::string_view(own.empty() ? plans : own);
    };
    const double tf32 = torch.tf32.value_or(numeric.tf32) ? 0x1p-11 : 0;
    return std::max({stepOf(chosen(torch.dtype, numeric.dtype)),
        stepOf(chosen(torch.autocast, numeric.autocast)),
        stepOf(chosen(torch.matmulPrecision, numeric.matmulPrecision)), tf32});
}

std::optional<double> shareOf(const std::optional<double>& error, const std::optional<double>& size)
{
    if (!error || !size || !(*size > 0) || !std::isfinite(*error))
        return std::nullopt;
    return *error / *size;
}

/// By the error that was allowed; never worse than the baseline is. Without an fp64 reference the
/// values must be close to each other.
NumericsStatus statusByAllowance(const NumericsFact& fact, const AllowedError& allowed)
{
    if (!allowed.relative)
        return NumericsStatus::Different;
    const auto error = relativeError(fact);
    if (error && fact.rmseReference && *fact.rmseResult <= *fact.rmseReference)
        return NumericsStatus::AsAccurateAsEager;
    const bool within
        = error ? *error <= *allowed.relative : allowed.otherPrecision && fact.mismatches == 0;
    return within ? NumericsStatus::WithinTolerance : NumericsStatus::Different;
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

/// As both sides of one precision must agree.
NumericsStatus statusByTolerance(const NumericsFact& fact)
{
    if (fact.mismatches != 0)
        return statusByAccuracy(fact);
    return agreesInItself(fact) ? NumericsStatus::Close : NumericsStatus::TooSmallToJudge;
}

void addErrors(NumericsSummary& summary, const NumericsFact& fact)
{
    const auto error = relativeError(fact);
    if (!error || *error < summary.relativeError.value_or(0))
        return;
    summary.relativeError = error;
    summary.relativeErrorOfBaseline = relativeErrorOfBaseline(fact);
}

void addFigures(NumericsSummary& summary, const NumericsFact& fact, const AllowedError& allowed)
{
    raise(summary.maxAbs, fact.maxAbs);
    raise(summary.maxRel, fact.maxRel);
    raise(summary.toleranceUsedRatio, toleranceUsed(fact, allowed));
    addErrors(summary, fact);
    if (fact.cosine && std::isfinite(*fact.cosine))
        summary.cosine = std::min(summary.cosine.value_or(*fact.cosine), *fact.cosine);
}

void addSpecial(NumericsSummary& summary, const NumericsFact& fact)
{
    const auto own = specialValuesOf(fact);
    if (!own)
        return;
    auto& all = summary.special ? *summary.special : summary.special.emplace();
    all.values += own->values;
    all.nanBaseline += own->nanBaseline;
    all.nanVariant += own->nanVariant;
    all.infiniteBaseline += own->infiniteBaseline;
    all.infiniteVariant += own->infiniteVariant;
    all.samePlaces = all.samePlaces && own->samePlaces;
}

} // namespace

std::optional<SpecialValues> specialValuesOf(const NumericsFact& fact)
{
    if (!fact.nanReference || !fact.nanResult || !fact.infiniteReference || !fact.infiniteResult)
        return std::nullopt;
    return SpecialValues {.values = fact.elements,
        .nanBaseline = *fact.nanReference,
        .nanVariant = *fact.nanResult,
        .infiniteBaseline = *fact.infiniteReference,
        .infiniteVariant = *fact.infiniteResult,
        .samePlaces = fact.nanPositionsEqual};
}

NumericsFact withoutMisleadingFigures(NumericsFact fact)
{
    if (fact.nanPositionsEqual)
        return fact;
    for (auto* figure : {&fact.maxAbs, &fact.maxRel, &fact.cosine, &fact.toleranceUsedRatio,
             &fact.rmseReference, &fact.rmseResult, &fact.argmaxAgreement})
        figure->reset();
    fact.maxUlp.reset();
    return fact;
}

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
        NumericsStatus::Close, NumericsStatus::AsAccurateAsEager, NumericsStatus::WithinTolerance,
        NumericsStatus::TooSmallToJudge, NumericsStatus::Different};
    return static_cast<int>(std::ranges::find(order, status) - order.begin());
}

AllowedError allowedError(const Plan& plan, int variant)
{
    AllowedError allowed {.relative = plan.goal.tolerance};
    const auto index = static_cast<std::size_t>(variant);
    if (variant <= 0 || index >= plan.variants.size())
        return allowed;
    const double baseline = coarsestStep(plan.numeric, plan.variants.front().torch);
    const double own = coarsestStep(plan.numeric, plan.variants[index].torch);
    allowed.otherPrecision = own != baseline;
    // About five steps, which the layers of a network add up to; chosen, not derived.
    if (!allowed.relative && own != baseline)
        allowed.relative = std::max(own, baseline) >= 0x1p-8 ? 0.02 : 0.005;
    return allowed;
}

std::optional<double> relativeError(const NumericsFact& fact)
{
    return shareOf(fact.rmseResult, fact.rmsPrecise);
}

std::optional<double> relativeErrorOfBaseline(const NumericsFact& fact)
{
    return shareOf(fact.rmseReference, fact.rmsPrecise);
}

bool isJudgedByError(const NumericsFact& fact, const AllowedError& allowed)
{
    return allowed.otherPrecision
        || numericsStatus(fact, allowed) == NumericsStatus::WithinTolerance;
}

std::optional<double> toleranceUsed(const NumericsFact& fact, const AllowedError& allowed)
{
    const auto error = relativeError(fact);
    return isJudgedByError(fact, allowed) && error && allowed.relative ? *error / *allowed.relative
                                                                       : fact.toleranceUsedRatio;
}

std::optional<double> digitsLeft(const std::optional<double>& relativeError)
{
    if (!relativeError || !(*relativeError > 0))
        return std::nullopt;
    return std::max(0.0, -std::log10(*relativeError));
}

NumericsStatus numericsStatus(const NumericsFact& fact, const AllowedError& allowed)
{
    if (!fact.layoutMismatch.empty() || !fact.nanPositionsEqual)
        return NumericsStatus::Different;
    if (!fact.resultDtype.empty())
        return allowed.otherPrecision ? statusByAllowance(fact, allowed)
                                      : NumericsStatus::Different;
    if (fact.bitEqual == fact.elements)
        return NumericsStatus::Equal;
    if (!toleranceOf(fact.dtype))
        return NumericsStatus::Different;
    const auto status = statusByTolerance(fact);
    return status == NumericsStatus::Different ? statusByAllowance(fact, allowed) : status;
}

NumericsSummary summarizeNumerics(
    const std::vector<NumericsFact>& facts, const AllowedError& allowed)
{
    NumericsSummary summary {
        .allowedError = allowed.relative, .tensors = static_cast<int>(facts.size())};
    if (facts.empty()) {
        summary.reason = {ReasonKind::NoOutputCompared, {}};
        return summary;
    }
    const auto isTooSmall = [&allowed](const NumericsFact& fact) {
        return numericsStatus(fact, allowed) == NumericsStatus::TooSmallToJudge;
    };
    summary.tooSmall = static_cast<int>(std::ranges::count_if(facts, isTooSmall));
    std::set<int> inputs;
    for (const auto& fact : facts)
        inputs.insert(fact.inputSet);
    summary.inputs = static_cast<int>(inputs.size());
    double worstUse = -1;
    for (const auto& recorded : facts) {
        const auto fact = withoutMisleadingFigures(recorded);
        addSpecial(summary, fact);
        if (summary.tooSmall < summary.tensors && isTooSmall(fact))
            continue; // what cannot be judged must not be the figure of what can
        const auto status = numericsStatus(fact, allowed);
        const double use = toleranceUsed(fact, allowed).value_or(0);
        const int step = badness(status) - badness(summary.status);
        if (step > 0 || (step == 0 && use > worstUse)) {
            summary.status = status;
            summary.worstTensor = fact.path;
            summary.worstInput = fact.inputSet;
            worstUse = use;
        }
        addFigures(summary, fact, allowed);
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
        const auto allowed = allowedError(data.plan, process.start.variant);
        for (const auto& fact : process.numerics) {
            if (fact.caseIndex != caseIndex)
                continue;
            rows.push_back({.variant = process.start.variant,
                .fact = withoutMisleadingFigures(fact),
                .status = numericsStatus(fact, allowed),
                .tolerance = toleranceOf(fact.dtype),
                .allowed = allowed,
                .toleranceUsed = toleranceUsed(withoutMisleadingFigures(fact), allowed),
                .accuracyFactor = accuracyFactor(fact)});
        }
    }
    std::ranges::stable_sort(rows, [](const NumericsRow& one, const NumericsRow& other) {
        const auto order = [](const NumericsRow& row) {
            return std::tuple(row.variant, -badness(row.status), -row.toleranceUsed.value_or(0));
        };
        return order(one) < order(other);
    });
    return rows;
}

} // namespace profiler
