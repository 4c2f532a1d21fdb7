// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/compile_trace.h"
#include "profiler/model/result.h"

#include <filesystem>

namespace profiler {

/// Reads what a worker wrote of its compiles (PROTOCOL.md, compile_trace), within the bounds of a
/// trace. The file belongs to foreign code: nothing in it is believed.
[[nodiscard]] Result<CompileTrace> compileTraceIn(const std::filesystem::path& file);

} // namespace profiler
