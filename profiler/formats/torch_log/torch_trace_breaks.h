// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/compile_facts.h"

#include <optional>
#include <string_view>

/// The text of one record of a graph break → the facts that the worker makes of it.
namespace profiler {

struct LoggedBreak {
    GraphBreakFact fact; ///< without the compile id
    std::optional<SourceFact> source; ///< where the record has the user's line
};

[[nodiscard]] LoggedBreak graphBreakIn(std::string_view payload);

/// The guard that failed for the newest kept graph, and torch's whole text.
struct RecompileText {
    std::string guard;
    std::string reason;
};

/// A JSON list of strings, or plain lines.
[[nodiscard]] RecompileText recompileIn(std::string_view payload);

} // namespace profiler
