// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/plan.h"
#include "profiler/model/result.h"

#include <string>

namespace cli {

/// "auto", or requests a second such as "50,100,200"; as many processes as usual where none are
/// named.
[[nodiscard]] profiler::Result<void> setLoad(profiler::LoadPlan& load, const std::string& word);

/// "poisson", "constant" or "replay:FILE".
[[nodiscard]] profiler::Result<void> setArrivals(profiler::LoadPlan& load, const std::string& word);

} // namespace cli
