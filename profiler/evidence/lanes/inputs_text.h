// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

/// Inputs as people who use PyTorch read them, and what a call makes of them.
namespace profiler {

struct Case;
struct Workload;

/// "x: f32[8,3,64,64], ids: i64[8,32]".
[[nodiscard]] std::string inputsText(const Case& value);

/// As the fact of a process is stored: "x 8×3×64×64 float32, mask from mask.pt"; empty where the
/// case names no input.
[[nodiscard]] std::string storedInputs(const Case& value);

/// The same as inputsText of a stored fact, "x 8×3×64×64 float32"; a text of another form stays as
/// it is.
[[nodiscard]] std::string inputsTextOf(const std::string& stored);

/// "images", "tokens", "items": what the plan names, else what the model family tells.
[[nodiscard]] std::string itemUnitOf(const Workload& workload, const Case& value);

} // namespace profiler
