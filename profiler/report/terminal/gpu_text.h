// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/report/json/json_values.h"

namespace profiler {

/// The document of `show FILE gpu` for people. For .cpp files only.
[[nodiscard]] std::string gpuText(const Json& document);

} // namespace profiler
