// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/stopping_rule.h"
#include "profiler/model/plan.h"
#include "profiler/record/machine/installation.h"
#include "profiler/record/machine/interpreter.h"

#include <string>

namespace profiler {

/// What is to be recorded, and with which programs.
struct RecordRequest {
    Plan plan; ///< validated, cases and interpreter resolved as far as options could
    Interpreter interpreter;
    Installation installation;
    std::string command; ///< stored with the comparison
    std::string toolVersion;
    StoppingQuestion question = StoppingQuestion::Verdict; ///< until when repetitions are added
};

} // namespace profiler
