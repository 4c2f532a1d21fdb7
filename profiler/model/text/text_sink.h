// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

namespace profiler {

/// Takes a text piece by piece, so that none of it is held whole. False: it cannot be written, and
/// no more is wanted.
using TextSink = std::function<bool(std::string_view)>;

} // namespace profiler
