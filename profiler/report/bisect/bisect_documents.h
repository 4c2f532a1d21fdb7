// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/bisect/bisect_result.h"

#include <string>

/// What `fusescope bisect` found.
namespace profiler {

/// "The median of default changed between torch-2.10 and torch-2.11: …", one sentence.
[[nodiscard]] std::string bisectSentence(const BisectResult& result);

/// For a terminal of `columns`: what was seen of each candidate, the sentence, what changed there.
[[nodiscard]] std::string bisectText(const BisectResult& result, int columns);

[[nodiscard]] std::string bisectJson(const BisectResult& result);

} // namespace profiler
