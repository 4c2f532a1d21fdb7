// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/stopping_rule.h"
#include "profiler/model/plan.h"
#include "profiler/record/machine/installation.h"
#include "profiler/record/machine/interpreter.h"

#include <cstdint>
#include <string>
#include <vector>

namespace profiler {

enum class Verdict;

/// What is to be recorded, and with which programs.
struct RecordRequest {
    Plan plan; ///< validated, cases and interpreter resolved as far as options could
    Interpreter interpreter;
    Installation installation;
    std::string command; ///< stored with the comparison
    std::string toolVersion;
    std::vector<std::int64_t> replayedNs; ///< times of the plan's trace of requests, from 0
    StoppingQuestion question = StoppingQuestion::Verdict; ///< until when repetitions are added
};

} // namespace profiler
