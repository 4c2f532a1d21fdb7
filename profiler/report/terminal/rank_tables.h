// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/report/json/json_values.h"

#include <string>

/// For .cpp files only.
namespace profiler {

/// `show FILE communication` for people: devices, collectives and, of several ranks, who waits.
[[nodiscard]] std::string communicationText(const Json& document);

} // namespace profiler
