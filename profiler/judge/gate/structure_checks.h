// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/gate/gate.h"
#include "profiler/judge/gate/structure.h"

#include <vector>

namespace profiler {

/// What `after` has that `before` had not, and the other way round: places by file, function, id
/// and source or reason, never by line. What a reader must know besides is added to `notes`.
[[nodiscard]] std::vector<GateCheck> structureChecks(
    const Structure& before, const Structure& after, std::vector<GateNote>& notes);

} // namespace profiler
