// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/history/history.h"
#include "profiler/model/result.h"

#include <filesystem>
#include <vector>

namespace storage {

namespace fs = std::filesystem;

/// The history over what the files and folders hold; no place: the library. Files are read by
/// several threads; one that cannot be read is left out with the reason.
[[nodiscard]] profiler::Result<profiler::History> readHistory(
    const std::vector<fs::path>& places, const profiler::HistoryQuery& query);

} // namespace storage
