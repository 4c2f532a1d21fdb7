// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace profiler {

/// What Inductor wrote of one kernel: the text of its definition in the generated code, cut after
/// some hundred lines. Empty: a library call, or the code does not hold it.
[[nodiscard]] std::string kernelSource(std::string_view code, const std::string& kernel);

} // namespace profiler
