// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/utc_time.h"

#include <string>

/// What a search for the best setting saw and decided.
namespace profiler {

enum class TuneDecision {
    Finalist, ///< measured to the end
    Failed,
    RanEager,
    NotSteady, ///< its calls did not settle
    ResultsDiffer,
    Slower, ///< its interval lies below that of the best
    Halved, ///< not among the best that the budget could measure further
};

/// A decision on the variant of a process, kept with the last process that it rests on.
struct TuneStep {
    int rung = 0; ///< from 0
    TuneDecision decision = TuneDecision::Finalist;
    nanoseconds spent {}; ///< of the budget, by all settings

    bool operator==(const TuneStep&) const = default;
};

/// A module of the model, as eager calls ran it.
struct ModuleUse {
    std::string path; ///< in the model: "layers.0.attention"
    std::string className;
    double callRatio = 0; ///< its share of a call, with all that it calls
    double times = 0; ///< that it runs in a call

    bool operator==(const ModuleUse&) const = default;
};

} // namespace profiler
