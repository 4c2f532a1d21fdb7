// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <limits>
#include <optional>

/// What the table of a plan's fields says of each.
namespace profiler {

/// Of numbers, and of times in ns. A value that is not given is within any range.
struct SettingRange {
    double least = std::numeric_limits<double>::lowest();
    double most = std::numeric_limits<double>::max();
    bool open = false; ///< least and most themselves are outside
    const char* refusal = nullptr; ///< a sentence; nullptr: made from path and range

    [[nodiscard]] bool holds(double value) const
    {
        return open ? value > least && value < most : value >= least && value <= most;
    }

    [[nodiscard]] bool hasMost() const { return most < std::numeric_limits<double>::max(); }
};

/// What is said of a field where its name, type and default do not say it.
struct SettingText {
    const char* meaning = ""; ///< in docs/plan.md
    const char* byDefault = nullptr; ///< there, instead of the default itself
    std::optional<std::array<int, 4>> byEffort; ///< defaults, in the order of Effort
    SettingRange range;
    const char* option = nullptr; ///< of `fusescope record`, for this field alone
    const char* help = "";
    const char* coveredBy = nullptr; ///< another option that can say it, among other things
    const char* caption = nullptr; ///< above its field in the form; nullptr: the form has none
    const char* title = nullptr; ///< of the field, for those who only hear it
    bool writtenWhereSet = false; ///< a plan that sets none of it leaves it out
};

} // namespace profiler
