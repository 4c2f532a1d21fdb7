// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/training/loss_curves.h"

#include "profiler/model/comparison_data.h"
#include "profiler/model/process_record.h"

#include <algorithm>
#include <cmath>

namespace profiler {

namespace {

using Losses = std::vector<std::optional<double>>;

LossSeries seriesFrom(int variant, const LossCurve& curve)
{
    LossSeries series {.variant = variant,
        .precision = curve.precision,
        .reason = curve.reason,
        .randomOperators = curve.randomOperators};
    for (const auto& step : curve.steps)
        series.losses.push_back(step.loss);
    return series;
}

std::optional<LossDistance> distance(const Losses& of, const Losses& from)
{
    const auto steps = std::min(of.size(), from.size());
    if (steps == 0)
        return std::nullopt;
    LossDistance found {.steps = steps};
    for (std::size_t i = 0; i < steps; ++i) {
        if (of[i].has_value() != from[i].has_value()) {
            found.bothFinite = false;
            found.at = i;
            return found;
        }
        if (!of[i])
            continue;
        const double apart = std::abs(*of[i] - *from[i]);
        if (apart <= found.largest)
            continue;
        found.largest = apart;
        found.at = i;
        found.relative = *from[i] == 0 ? 0 : apart / std::abs(*from[i]);
    }
    return found;
}

/// What rounding alone did to the baseline up to a step, but no less than what a loss can show.
double allowance(const Losses& baseline, const LossSeries* fp64, std::size_t step)
{
    if (fp64 == nullptr)
        return lossesAlike * std::abs(baseline[step].value_or(0));
    constexpr double leastOfLoss = 1e-4;
    double rounding = 0;
    for (std::size_t i = 0; i <= step && i < fp64->losses.size(); ++i)
        if (baseline[i] && fp64->losses[i])
            rounding = std::max(rounding, std::abs(*baseline[i] - *fp64->losses[i]));
    return std::max(
        lossesOfRounding * rounding, leastOfLoss * std::abs(baseline[step].value_or(0)));
}

std::optional<std::size_t> partFrom(
    const Losses& of, const Losses& baseline, const LossSeries* fp64)
{
    for (std::size_t i = 0; i < std::min(of.size(), baseline.size()); ++i) {
        if (of[i].has_value() != baseline[i].has_value())
            return i;
        if (of[i] && std::abs(*of[i] - *baseline[i]) > allowance(baseline, fp64, i))
            return i;
    }
    return std::nullopt;
}

void sortSeries(std::vector<LossSeries>& series)
{
    std::ranges::stable_sort(series, [](const LossSeries& a, const LossSeries& b) {
        const auto place = [](const LossSeries& each) {
            return std::pair(each.precision == LossPrecision::Fp64, each.variant);
        };
        return place(a) < place(b);
    });
}

std::vector<LossSeries> seriesOfCase(const ComparisonData& data, int caseIndex)
{
    std::vector<LossSeries> series;
    for (const auto& process : data.processes)
        for (const auto& curve : process.lossCurves) {
            if (curve.caseIndex != caseIndex)
                continue;
            std::erase_if(series, [&](const LossSeries& each) { // a rerun's takes its place
                return each.variant == process.start.variant && each.precision == curve.precision;
            });
            series.push_back(seriesFrom(process.start.variant, curve));
        }
    sortSeries(series);
    return series;
}

} // namespace

const LossSeries* LossCurves::seriesOf(int variant) const
{
    for (const auto& each : series)
        if (each.variant == variant && each.precision == LossPrecision::AsRun)
            return &each;
    return nullptr;
}

const LossSeries* LossCurves::inFp64() const
{
    for (const auto& each : series)
        if (each.precision == LossPrecision::Fp64 && !each.losses.empty())
            return &each;
    return nullptr;
}

const LossComparison* LossCurves::comparisonOf(int variant) const
{
    const auto found = std::ranges::find(comparisons, variant, &LossComparison::variant);
    return found == comparisons.end() ? nullptr : &*found;
}

LossCurves lossCurves(const ComparisonData& data, int caseIndex)
{
    LossCurves curves {.series = seriesOfCase(data, caseIndex)};
    const auto* baseline = curves.seriesOf(0);
    if (baseline == nullptr || baseline->losses.empty())
        return curves;
    const auto* fp64 = curves.inFp64();
    const bool drawsOthers = baseline->randomOperators; // fp64 draws other numbers
    if (drawsOthers)
        fp64 = nullptr;
    if (fp64 != nullptr)
        curves.baselineToFp64 = distance(baseline->losses, fp64->losses);
    for (const auto& each : curves.series) {
        if (each.variant == 0 || each.precision != LossPrecision::AsRun || each.losses.empty())
            continue;
        LossComparison comparison {.variant = each.variant,
            .toBaseline = distance(each.losses, baseline->losses),
            .partFrom = partFrom(each.losses, baseline->losses, fp64)};
        if (fp64 != nullptr)
            comparison.toFp64 = distance(each.losses, fp64->losses);
        curves.comparisons.push_back(comparison);
    }
    return curves;
}

} // namespace profiler
