// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

namespace profiler {

/// Called now and then with the bytes of the file that were read, of those that it has. False ends
/// the reading with ErrorKind::Interrupted. Empty: nobody asks.
using ReadProgress = std::function<bool(std::int64_t read, std::int64_t all)>;

} // namespace profiler
