// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/generated_code.h"
#include "profiler/model/result.h"

#include <filesystem>

namespace profiler {

/// Reads what a worker wrote of one graph (PROTOCOL.md, generated_code); the compile id and the
/// case stand in the event. The file belongs to foreign code: nothing in it is believed.
[[nodiscard]] Result<GeneratedCode> generatedCodeIn(const std::filesystem::path& file);

} // namespace profiler
