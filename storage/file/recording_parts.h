// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/ids.h"
#include "profiler/model/facts/process_facts.h"
#include "profiler/model/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace profiler {
struct ComparisonData;
} // namespace profiler

namespace storage {

namespace fs = std::filesystem;

/// What is read of a recording where one figure of it is wanted.
struct WantedParts {
    std::vector<profiler::ProcessKind> processes;
    std::string variant; ///< empty: of all
    bool calls = false; ///< with their times
    bool compiles = false;
    bool memory = false;
    bool traces = false; ///< without their rows
    bool verdict = false; ///< every process with all of its facts, whatever else is wanted
};

/// Of the recordings of a file every `count`-th from that one on: for threads that share a library.
struct Slice {
    std::size_t index = 0;
    std::size_t count = 1;
};

/// What tells a stored recording from any other, and from itself before it was changed.
struct RecordingMark {
    profiler::ComparisonId id;
    std::optional<std::uint64_t> mark; ///< nullopt: it has not ended, and may still change
};

/// Hands over the recordings of a file that are not `known`, each with its info, its plan and the
/// wanted processes, which hold no more than what is wanted of them; the first of each variant has
/// its environment. Reads nothing else. One that is damaged is passed over; the first reason is
/// returned behind the last one.
[[nodiscard]] profiler::Result<void> forEachRecording(const fs::path& file,
    const WantedParts& wanted,
    const std::function<void(const RecordingMark&, profiler::ComparisonData)>& take,
    Slice slice = {}, const std::function<bool(const RecordingMark&)>& known = {});

/// What is wanted of one recording.
[[nodiscard]] profiler::Result<profiler::ComparisonData> loadParts(
    const fs::path& file, profiler::ComparisonId comparison, const WantedParts& wanted);

} // namespace storage
