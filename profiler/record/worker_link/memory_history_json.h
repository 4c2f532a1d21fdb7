// SPDX-License-Identifier: Apache-2.0
// Included by .cpp files only: it shows nlohmann/json.
#pragma once

#include "profiler/model/facts/memory_history.h"
#include "profiler/record/worker_link/json_reader.h"

namespace profiler {

/// Of which case the recorder knows. Refused where it holds more than is kept, or does not add up.
[[nodiscard]] MemoryHistoryFact memoryHistoryFrom(const JsonReader& reader);

} // namespace profiler
