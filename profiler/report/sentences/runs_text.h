// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/unpaired_runs.h"

#include <string>

/// Recordings side by side: the same words in the window, on the terminal and in JSON.
namespace profiler {

/// "baseline", "paired: same recording", "unpaired", "differs: …", "not comparable: …".
[[nodiscard]] std::string runNote(const UnpairedRow& row, const UnpairedCell& cell);

/// Why such ratios are no verdict, and what gives one.
[[nodiscard]] std::string noVerdictSentence();

} // namespace profiler
