// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cupti_activity.h>

#include <cstddef>
#include <cstdint>

namespace profiler::collect {

/// Gives the record after `*record`, the first for nullptr; the type of cuptiActivityGetNextRecord,
/// the only thing that knows how long the records of its version are.
using RecordWalker
    = CUptiResult (*)(std::uint8_t* buffer, std::size_t bytes, CUpti_Activity** record);

} // namespace profiler::collect
