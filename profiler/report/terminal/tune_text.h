// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/report/json/json_values.h"

#include <string>

namespace profiler {

/// The document of `show FILE tune` for people: what was tried, then the verdict and what to paste.
/// For .cpp files only.
[[nodiscard]] std::string tuneText(const Json& document);

} // namespace profiler
