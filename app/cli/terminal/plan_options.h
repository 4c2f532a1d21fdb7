// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/plan.h"
#include "profiler/model/result.h"

#include <optional>
#include <string>
#include <vector>

namespace app {
class Command;
}

namespace cli {

/// The words of the options of `record` and `plan`, as given.
struct PlanOptions {
    std::string planFile;
    std::optional<std::string> name;
    std::optional<std::string> model;
    std::vector<std::string> variants;
    std::vector<std::string> inputs;
    std::vector<std::string> cases;
    std::vector<std::string> arguments;
    std::vector<std::string> compiledParts;
    std::vector<std::string> items;
    std::vector<std::string> limits;
    std::vector<std::string> without;
    std::optional<std::string> task;
    std::optional<std::string> device;
    std::optional<std::string> dtype;
    std::optional<std::string> effort;
    std::optional<std::string> python;
    std::optional<std::string> goal;
    std::optional<std::string> processes;
    std::optional<std::string> rounds;
    std::optional<std::string> calls;
    bool noTrace = false;
    bool warmCache = false;
};

/// The options without the plan file, for commands that have a plan already (`rerun`).
void addPlanOverrides(app::Command& command, PlanOptions& options);
void addPlanOptions(app::Command& command, PlanOptions& options);

/// The plan file, or an empty plan, changed by the options; validated.
[[nodiscard]] profiler::Result<profiler::Plan> planFrom(const PlanOptions& options);

/// `plan` changed by the options; validated. Variants, cases and compiled parts are replaced as a
/// whole, arguments and limits one by one.
[[nodiscard]] profiler::Result<profiler::Plan> changedPlan(
    profiler::Plan plan, const PlanOptions& options);

} // namespace cli
