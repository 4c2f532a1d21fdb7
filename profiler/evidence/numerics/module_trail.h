// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/numerics/numerics.h"
#include "profiler/model/facts/deep_numerics.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// Down the modules: from the first output that differs to the first whose error is beyond what it
/// may be.
namespace profiler {

struct ComparisonData;

struct ModuleRow {
    ModuleError error;
    NumericsStatus status = NumericsStatus::NotChecked; ///< by the rule of outputs
    std::optional<double> reference; ///< error to fp64 of the values' size, root mean squares
    std::optional<double> result;
    std::optional<double> worstReference; ///< the largest error, of the values' root mean square
    std::optional<double> worstResult;

    [[nodiscard]] bool known() const { return error.reason.empty(); }

    [[nodiscard]] bool differs() const
    {
        return known() && status != NumericsStatus::Equal && status != NumericsStatus::NotChecked;
    }

    [[nodiscard]] bool above() const { return known() && status == NumericsStatus::Different; }
};

/// Of one variant and case, in the order in which modules returned.
struct ModuleTrail {
    int variant = 0;
    int inputSet = 0;
    std::string reason; ///< why there are no rows
    std::optional<bool> sameOutputs;
    std::vector<ModuleRow> rows;
    std::optional<std::size_t> firstDifferent;
    std::optional<std::size_t> firstAbove;
    std::optional<std::size_t> mostAdded; ///< where the error to fp64 grows most
};

/// nullopt: nobody looked.
[[nodiscard]] std::optional<ModuleTrail> moduleTrail(
    const ComparisonData& data, int variant, int caseIndex);

} // namespace profiler
