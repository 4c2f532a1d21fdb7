// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/report/json/json_values.h"

namespace profiler {

/// The document of `show FILE slow` for people: one screen, by cause. For .cpp files only.
[[nodiscard]] std::string slowCallsText(const Json& document);

} // namespace profiler
