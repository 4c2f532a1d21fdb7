// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/report/json/json_values.h"

#include <string>

namespace profiler {

/// The document of `show FILE training` for people: parts of steps, losses, what follows. For .cpp
/// files only.
[[nodiscard]] std::string trainingTables(const Json& document);

} // namespace profiler
