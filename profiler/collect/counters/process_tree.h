// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace profiler::collect {

/// CPU time of a process and of all that it started, in ticks since each began. What ended and was
/// waited for counts among the started ones; what lost its parent does not.
struct TreeTicks {
    std::int64_t self = 0; ///< the process alone, all its threads
    std::int64_t started = 0; ///< its children, their children, …
};

/// nullopt: there is no such process, or /proc cannot be read. `root` holds proc.
[[nodiscard]] std::optional<TreeTicks> readTreeTicks(
    int pid, const std::filesystem::path& root = "/");

} // namespace profiler::collect
