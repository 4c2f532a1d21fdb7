// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/suite/suite.h"
#include "profiler/model/plan.h"
#include "storage/file/run_database.h"

#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace profiler {
struct ComparisonData;
} // namespace profiler

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

// ---- the same in steps, for what shows it meanwhile

struct ListedRecording {
    profiler::ComparisonInfo info;
    std::vector<profiler::SuiteRow> rows; ///< one a case, not judged
};

/// What a suite is made of, before anything of it is judged.
struct SuiteListing {
    std::string name;
    std::vector<ListedRecording> recordings; ///< newest first
    std::vector<std::string> otherSuites; ///< that the same file holds
};

/// Reads what a list reads, and what a suite calls its models.
[[nodiscard]] profiler::Result<SuiteListing> listSuite(
    const fs::path& file, const std::string& suite = {});

/// Which recording of a list is judged next: those that somebody looks at come first. For any
/// thread.
class JudgingOrder {
public:
    /// Places in the list.
    explicit JudgingOrder(std::vector<std::size_t> places);

    void prefer(std::vector<std::size_t> places);
    /// Nothing: all are taken.
    [[nodiscard]] std::optional<std::size_t> next();

private:
    [[nodiscard]] std::optional<std::size_t> taken(std::size_t place);

    std::mutex m_mutex;
    std::vector<std::size_t> m_places;
    std::vector<std::size_t> m_preferred;
    std::vector<bool> m_waits; ///< by place
    std::size_t m_next = 0; ///< of m_places
};

struct SuiteJudging {
    std::function<void(profiler::ComparisonData&)> prepare; ///< as in SuiteReading
    /// Called by several threads with a place in the list and what judging it gave, nothing where
    /// it could not be read; false: nobody wants the rest.
    std::function<bool(std::size_t place, std::optional<std::vector<profiler::SuiteRow>> rows)>
        take;
};

/// Returns once all that the order names are judged, or nobody wants the rest.
void judgeSuite(const fs::path& file, const SuiteListing& listing, JudgingOrder& order,
    const SuiteJudging& how);

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
