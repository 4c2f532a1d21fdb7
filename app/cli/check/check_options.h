// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/terminal/plan_options.h"

#include <string>

namespace cli {

inline constexpr auto checkPlanName = "fusescope-check.json";
inline constexpr auto lockName = "fusescope.lock.json";

/// The words of `fusescope check`, as given.
struct CheckOptions {
    PlanOptions plan;
    bool structure = false; ///< alone: no times
    bool trace = false; ///< with --structure: count kernels, too
    bool update = false;
    bool json = false;
    bool init = false;
    bool force = false; ///< --init writes over what is there
    std::string lock; ///< empty: beside the plan
    std::string against; ///< FILE, git:REV, env:NAME; empty: the lock
    std::string maxRegression = "3%";
    std::string budget = "10m";
    std::string output; ///< of the recording; empty: it is not kept
    std::string junit;
    std::string sarif;
    std::string markdown;
};

} // namespace cli
