// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace profiler {

/// 128 random bits as 32 digits of base 16: what a comparison is known by in every copy of it.
[[nodiscard]] std::string newIdentity();

} // namespace profiler
