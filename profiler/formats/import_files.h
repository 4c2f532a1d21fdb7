// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/imported_comparison.h"
#include "profiler/model/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// A file, or a folder of TORCH_TRACE logs, and the variant it tells of. Several of one name belong
/// together: a trace and the log of the same run.
struct ImportSource {
    std::string variant;
    std::filesystem::path path;
    std::optional<int> rank = std::nullopt; ///< of a job, where the file does not tell it
};

struct ImportProgress {
    std::filesystem::path path;
    std::int64_t bytesRead = 0;
    std::int64_t bytesInAll = 0; ///< of this file
};

/// Says false to stop.
using ImportListener = std::function<bool(const ImportProgress&)>;

/// A name for what is in the file: its own without the endings that tools give it.
[[nodiscard]] std::string variantNameOf(const std::filesystem::path& path);

/// Reads them all, each by what its first bytes say it is. The first error names its file; nothing
/// has been stored by then.
[[nodiscard]] Result<ImportedComparison> readImports(
    const std::vector<ImportSource>& sources, const ImportListener& listener = {});

/// Of one comparison.
inline constexpr std::size_t mostImportedVariants = 8;

/// Files with their variants: first those that were given a name, then each of the others under its
/// own, with a number where two would be alike. Refuses none at all and more than a comparison has.
[[nodiscard]] Result<std::vector<ImportSource>> importSources(
    std::vector<ImportSource> named, const std::vector<std::filesystem::path>& others);

/// Files of the ranks of one job, as one variant: numbered in their order where they do not tell
/// their numbers. Refuses fewer than two.
[[nodiscard]] Result<std::vector<ImportSource>> rankSources(
    const std::vector<std::filesystem::path>& paths);

} // namespace profiler
