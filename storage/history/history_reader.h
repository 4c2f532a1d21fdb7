// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/history/history.h"
#include "profiler/model/result.h"
#include "storage/history/recording_files.h"

#include <filesystem>
#include <vector>

namespace storage {

namespace fs = std::filesystem;

struct HistoryReading {
    /// Of what earlier histories read (history_index.h); empty: none is used.
    fs::path index;
    FolderDepth depth = FolderDepth::Whole;
    ReadCount progress;
};

/// The history over what the files and folders hold; no place: the library. Files are read by
/// several threads; one that cannot be read is left out with the reason.
[[nodiscard]] profiler::Result<profiler::History> readHistory(const std::vector<fs::path>& places,
    const profiler::HistoryQuery& query, const HistoryReading& how = {});

} // namespace storage
