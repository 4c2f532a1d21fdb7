// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/plan/script_calls.h"

#include <string>
#include <vector>

namespace profiler {

/// What a script calls, as a table, and which of it is proposed.
[[nodiscard]] std::string scriptCallsText(const ScriptCalls& found);

/// What is recorded and why, and what to mind before the lanes start.
[[nodiscard]] std::vector<std::string> scriptSentences(
    const ScriptCalls& found, const ScriptCall& chosen, bool proposed, bool ownFolder);

/// Nothing of the script can be measured: why, and what to do.
[[nodiscard]] std::string nothingToMeasure(const ScriptCalls& found);

[[nodiscard]] std::string unknownCall(const std::string& name, const ScriptCalls& found);

} // namespace profiler
