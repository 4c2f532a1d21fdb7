// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/compile_facts.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Which frame of a logged stack is the user's. The worker asks the interpreter where torch and the
/// standard library lie; a log comes from anywhere, so here their paths tell.
namespace profiler::trace_frames {

/// torch's, the standard library's or the worker's own.
[[nodiscard]] bool isForeign(std::string_view file);

/// Not the user's own code: foreign, or an installed package.
[[nodiscard]] bool isLibrary(std::string_view file);

/// A resumed function goes by the name of the one that the user wrote.
[[nodiscard]] std::string_view functionName(std::string_view name);

/// Of each `File "…", line n, in f` and the line of source below it, outermost first.
[[nodiscard]] std::vector<SourceFrame> framesIn(std::string_view text);

/// The innermost frame that is neither torch's nor the standard library's, as the worker's.
[[nodiscard]] const SourceFrame* userFrame(const std::vector<SourceFrame>& frames);

} // namespace profiler::trace_frames
