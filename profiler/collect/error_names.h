// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cupti_result.h>

#include <string>

namespace profiler::collect {

/// "error 39 (CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED)". CUPTI's own function for it gives
/// nothing where no driver is.
[[nodiscard]] std::string errorText(CUptiResult result);

} // namespace profiler::collect
