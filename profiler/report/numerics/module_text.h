// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/numerics/module_trail.h"
#include "profiler/evidence/numerics/ulp_distances.h"
#include "profiler/report/text/emphasis.h"

#include <string>

/// Words of what lies below the outputs: modules and distances.
namespace profiler {

struct Plan;

/// "layers.3.norm", "layers.3.norm, call 2", "the model".
[[nodiscard]] std::string moduleName(const ModuleError& error);
/// "model.py:41"; empty: not known.
[[nodiscard]] std::string modulePlace(const ModuleError& error);
/// "2.1e-07"; "–" where there is none.
[[nodiscard]] std::string moduleErrorText(const std::optional<double>& error);

/// Where the results part and where the error first exceeds the tolerance, or why that is not
/// known.
[[nodiscard]] std::string moduleSentence(
    const Plan& plan, const ModuleTrail& trail, Emphasis emphasis = Emphasis::None);
/// What was looked at, and whether looking changed the results.
[[nodiscard]] std::string moduleNote(const Plan& plan, const ModuleTrail& trail);

/// "0", "1", "3–4", "2^20–2^21".
[[nodiscard]] std::string bucketText(int bucket);
/// "default against eager".
[[nodiscard]] std::string pairText(const Plan& plan, int variant, UlpPair pair);
/// "Of 4 096 values of default 12 % are those of eager, 99 % lie within 4 units in the last
/// place…"; empty: there are none.
[[nodiscard]] std::string distanceSentence(
    const Plan& plan, int variant, const UlpDistances& distances);

} // namespace profiler
