// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/plan.h"

#include <string>
#include <string_view>

namespace profiler {

/// What a worker does in a stage of PROTOCOL.md, for people; an unknown stage as it stands.
[[nodiscard]] std::string stageWords(std::string_view stage);

/// "x 8×3×64×64 float32, mask 8×32 bool"
[[nodiscard]] std::string inputsInWords(const Case& value);

} // namespace profiler
