// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/gate/structure.h"
#include "profiler/model/result.h"

#include <string>
#include <string_view>

/// `fusescope.lock.json`: the accepted structure as a small text that reviews well: sorted, one
/// entry a line, without times. Anybody may have edited what is read.
namespace profiler {

inline constexpr int lockSchema = 1;

[[nodiscard]] std::string lockText(const Structure& structure);

/// What an entry does not say is unknown; entries of a kind that this version does not know are
/// left out. A newer schema is refused. `file` is named in errors.
[[nodiscard]] Result<Structure> structureFromLock(std::string_view text, const std::string& file);

} // namespace profiler
