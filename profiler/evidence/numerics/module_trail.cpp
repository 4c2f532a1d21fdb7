// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/numerics/module_trail.h"

#include "profiler/model/comparison_data.h"
#include "profiler/model/process_record.h"

#include <algorithm>
#include <cmath>

namespace profiler {
namespace {

std::optional<double> ofSize(const std::optional<double>& error, const std::optional<double>& size)
{
    if (!error || !size || !(*size > 0) || !std::isfinite(*error))
        return std::nullopt;
    return *error / *size;
}

ModuleRow rowOf(const ModuleError& error, const AllowedError& allowed)
{
    ModuleRow row {.error = error};
    if (!row.known())
        return row;
    auto& figures = row.error.figures = withoutMisleadingFigures(error.figures);
    row.status = numericsStatus(figures, allowed);
    row.reference = relativeErrorOfBaseline(figures);
    row.result = relativeError(figures);
    if (!figures.nanPositionsEqual)
        return row;
    row.worstReference = ofSize(error.maxErrorReference, figures.rmsPrecise);
    row.worstResult = ofSize(error.maxErrorResult, figures.rmsPrecise);
    return row;
}

template <typename Holds>
std::optional<std::size_t> firstThat(const std::vector<ModuleRow>& rows, Holds holds)
{
    const auto found = std::ranges::find_if(rows, holds);
    if (found == rows.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - rows.begin());
}

/// Beyond the largest error that was there before.
std::optional<std::size_t> mostAdded(const std::vector<ModuleRow>& rows)
{
    std::optional<std::size_t> most;
    double highest = 0;
    double growth = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!rows[i].differs() || !rows[i].result)
            continue;
        const double added = *rows[i].result - highest;
        if (added > growth) {
            growth = added;
            most = i;
        }
        highest = std::max(highest, *rows[i].result);
    }
    return most;
}

ModuleTrail trailOf(const ModuleErrors& errors, int variant, const AllowedError& allowed)
{
    ModuleTrail trail {.variant = variant,
        .inputSet = errors.inputSet,
        .reason = errors.reason,
        .sameOutputs = errors.sameOutputs};
    for (const auto& error : errors.modules)
        trail.rows.push_back(rowOf(error, allowed));
    trail.firstDifferent = firstThat(trail.rows, [](const auto& row) { return row.differs(); });
    trail.firstAbove = firstThat(trail.rows, [](const auto& row) { return row.above(); });
    trail.mostAdded = mostAdded(trail.rows);
    return trail;
}

} // namespace

std::optional<ModuleTrail> moduleTrail(const ComparisonData& data, int variant, int caseIndex)
{
    std::optional<ModuleTrail> last; // what was looked at again counts
    for (const auto& process : data.processes) {
        if (process.start.again || process.start.variant != variant)
            continue;
        for (const auto& errors : process.moduleErrors)
            if (errors.caseIndex == caseIndex)
                last = trailOf(errors, variant, allowedError(data.plan, variant));
    }
    return last;
}

} // namespace profiler
