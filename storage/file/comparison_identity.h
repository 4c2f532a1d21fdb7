// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/ids.h"

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

/// Which comparisons of two files are the same one, and which of two copies goes further.
namespace storage {

struct IdentifiedComparison {
    profiler::ComparisonId id;
    std::string name;
    std::string identity;
    bool deleted = false;
};

/// All, oldest first; those of older programs by when and how they were recorded, which is the same
/// in every copy and stays so when they are extended.
[[nodiscard]] std::vector<IdentifiedComparison> identifiedComparisons(SQLite::Database& database);

/// How far the recording of a comparison went.
struct RecordedExtent {
    struct Process {
        std::int64_t startedNs = 0;
        std::int64_t blocks = 0;
        bool ended = false;
    };

    std::vector<Process> processes; ///< by their index
    std::string status;
};

[[nodiscard]] RecordedExtent extentOf(
    SQLite::Database& database, profiler::ComparisonId comparison);

enum class ExtentOrder { Same, Shorter, Longer, Apart };

/// What `one` is beside `other`.
[[nodiscard]] ExtentOrder compareExtents(const RecordedExtent& one, const RecordedExtent& other);

} // namespace storage
