// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/suite/suite.h"
#include "storage/file/run_database.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

/// Many recordings of one file, judged beside each other.
namespace storage {

struct SuiteReading {
    std::string suite; ///< empty: that of the newest recording that has one, else all recordings
    /// What is to be done with each before it is judged, by several threads: texts of any length
    /// are cut for what shows them.
    std::function<void(profiler::ComparisonData&)> prepare;
    /// Called by several threads; false: nobody wants the rest, which counts as not read.
    std::function<bool(std::size_t read, std::size_t all)> progress;
};

/// Every comparison is read and judged, by several threads; one that cannot be read is counted.
[[nodiscard]] profiler::Result<profiler::SuiteResult> readSuite(
    const fs::path& file, const SuiteReading& how = {});

/// A recording of a suite as it is stored, unread.
struct SuiteRecording {
    profiler::ComparisonId id;
    profiler::SuiteMember member;
    profiler::ComparisonStatus status = profiler::ComparisonStatus::Complete;
};

/// Oldest first.
[[nodiscard]] profiler::Result<std::vector<SuiteRecording>> suiteRecordings(
    const fs::path& file, const std::string& suite);

} // namespace storage
