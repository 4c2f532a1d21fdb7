// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <string>

/// A plan's load as `--load` and `--arrivals` write it, and so does the form of New comparison.
namespace profiler {

struct LoadPlan;

/// "auto", or requests a second such as "50,100,200"; as many processes as usual where none are
/// named.
[[nodiscard]] Result<void> setLoadRates(LoadPlan& load, const std::string& word);
/// The same word again.
[[nodiscard]] std::string loadRatesWord(const LoadPlan& load);

/// "poisson", "constant" or "replay:FILE".
[[nodiscard]] Result<void> setArrivals(LoadPlan& load, const std::string& word);
[[nodiscard]] std::string arrivalsWord(const LoadPlan& load);

} // namespace profiler
