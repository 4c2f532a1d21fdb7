// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <string>
#include <vector>

namespace profiler {

/// Runs a program that talks to the user itself, for as long as it takes: what it prints goes to
/// our stderr, and Ctrl-C reaches it as it reaches us. Its exit code; 128 + n where signal n ended
/// it.
[[nodiscard]] Result<int> runAttachedChild(const std::vector<std::string>& command);

} // namespace profiler
