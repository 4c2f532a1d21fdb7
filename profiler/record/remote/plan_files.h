// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace profiler {
struct Plan;
} // namespace profiler

namespace profiler::remote {

/// Files of this machine that a recording elsewhere needs.
struct SentFiles {
    std::vector<std::filesystem::path> files; ///< absolute, sorted, each once
    std::vector<std::filesystem::path> folders; ///< that must be there, whatever lies in them
    std::int64_t bytes = 0;
};

inline constexpr std::int64_t mostSentBytes = std::int64_t {2} << 30U;

/// What a plan names: the model's file, or the script; files of inputs and of a replayed traffic;
/// and the Python files beside the model's file and below, as it may import them. Where `named`
/// says which files and folders are sent with it, these take the place of that guess.
[[nodiscard]] Result<SentFiles> filesOf(
    const Plan& plan, const std::vector<std::filesystem::path>& named);

/// The plan where all absolute paths begin with `root`, below which the files lie as here. An
/// interpreter is named over there, and stays.
[[nodiscard]] Plan planBelow(Plan plan, const std::string& root);

/// The way back, of a plan that was recorded there.
[[nodiscard]] Plan planFromBelow(Plan plan, const std::string& root);

} // namespace profiler::remote
