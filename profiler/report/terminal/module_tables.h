// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/report/json/json_values.h"

/// For .cpp files only.
namespace profiler {

/// What putModules() wrote, for a terminal; empty where nobody looked.
[[nodiscard]] std::string moduleTables(const Json& document);

} // namespace profiler
