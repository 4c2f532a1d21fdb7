// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <string>
#include <string_view>

namespace profiler {
struct Variant;
} // namespace profiler

namespace cli {

/// `--variant`: `eager`, a mode's name, or NAME=key:value,… with the keys mode, dynamic, fullgraph,
/// backend, options.X, env.NAME and python; `again=eager` names a second eager one. Commas inside
/// brackets and quotes belong to the value.
[[nodiscard]] profiler::Result<profiler::Variant> variantFrom(std::string_view word);

} // namespace cli
