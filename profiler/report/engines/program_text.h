// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/engines/programs.h"
#include "profiler/model/plan.h"
#include "profiler/report/text/emphasis.h"

#include <string>
#include <vector>

/// Words about models as one program.
namespace profiler {

/// "11.1 s in all: export 1.2 s, compile 9.5 s"; empty where no process made it.
[[nodiscard]] std::string programStepsText(const ProgramFacts& facts);

/// "A call of **aoti-native** takes 10.56 µs; from Python the same program takes 8.00 µs
/// (7.61–8.39) longer, 43 % of that call." Of each pair of a case; empty where no program ran both
/// ways.
[[nodiscard]] std::string pythonCostSentence(
    const Plan& plan, const std::vector<ProgramFacts>& programs, Emphasis emphasis);

} // namespace profiler
