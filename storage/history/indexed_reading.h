// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/history/history_collector.h"
#include "storage/history/recording_files.h"

#include <filesystem>
#include <vector>

namespace storage {

struct IndexedQuestion {
    profiler::HistoryMetric metric = profiler::HistoryMetric::Median;
    fs::path index; ///< empty: all is read from the files
    ReadCount progress;
};

/// Collects what the files hold, by several threads: from the index what is as it was, from the
/// files what is not, and that is put into the index. `places`: where the files were looked for.
/// False: it was cancelled; what was read until then is kept in the index.
[[nodiscard]] bool readIndexed(const std::vector<RecordingFile>& files,
    const std::vector<fs::path>& places, const IndexedQuestion& question,
    profiler::HistoryCollector& collector);

} // namespace storage
