// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/terminal/plan_options.h"

#include <string>
#include <vector>

namespace cli {

/// The words of `fusescope bisect`, as given.
struct BisectOptions {
    PlanOptions plan;
    std::string from; ///< of torch, "2.9"
    std::string to;
    std::vector<std::string> environments; ///< by name, oldest first; in place of versions
    std::string commits; ///< "v1.2..main"; in place of both
    std::string metric = "median";
    std::string variant; ///< empty: the last that compiles
    std::string leastChange = "3%";
    std::string budget = "10m"; ///< of one recording
    std::string output; ///< of the recordings; empty: they are not kept
    bool json = false;
};

} // namespace cli
