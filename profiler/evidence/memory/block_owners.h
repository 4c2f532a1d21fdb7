// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/trace/operator_summary.h"
#include "profiler/model/facts/memory_history.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace profiler {

struct OperatorColumns;
struct TracePlace;

using PlacesById = std::unordered_map<std::int32_t, TracePlace>;

/// What ran on the block's thread when it was made: the innermost operator or kernel, the innermost
/// line of the user, the innermost module. `spans` may be in any order.
void nameOwners(std::vector<MemoryBlock>& blocks, const OperatorColumns& spans,
    const NameTexts& names, const PlacesById& places);

} // namespace profiler
