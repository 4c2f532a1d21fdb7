// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace profiler {
struct Plan;
} // namespace profiler

namespace app {
class Command;
}

namespace cli {

/// The words of the options of `record` and `plan`, as given, by option: "--model".
struct PlanOptions {
    std::string planFile;
    std::map<std::string, std::optional<std::string>> values;
    std::map<std::string, std::vector<std::string>> lists; ///< of those that repeat
    std::map<std::string, bool> flags;
    std::vector<std::string> scriptArguments; ///< behind `--`
};

/// The options without the plan file, for commands that have a plan already (`rerun`).
void addPlanOverrides(app::Command& command, PlanOptions& options);
void addPlanOptions(app::Command& command, PlanOptions& options);

[[nodiscard]] profiler::Result<profiler::Plan> planOfFile(const std::string& file);

/// The plan file, or an empty plan, changed by the options; validated.
[[nodiscard]] profiler::Result<profiler::Plan> planFrom(const PlanOptions& options);

/// The same for what decides by times: effort look is refused.
[[nodiscard]] profiler::Result<profiler::Plan> timedPlanFrom(const PlanOptions& options);
/// Says what cannot be done without timed calls; Ok where the plan times some.
[[nodiscard]] profiler::Result<void> checkTimed(
    const profiler::Plan& plan, const std::string& what);

/// `plan` changed by the options; validated. Variants, cases and compiled parts are replaced as a
/// whole, arguments and limits one by one.
[[nodiscard]] profiler::Result<profiler::Plan> changedPlan(
    profiler::Plan plan, const PlanOptions& options);

} // namespace cli
