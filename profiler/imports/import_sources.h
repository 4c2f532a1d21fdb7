// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/imports/import_files.h"

#include <array>
#include <cstddef>
#include <filesystem>
#include <string_view>
#include <vector>

namespace profiler {

/// Of one comparison.
inline constexpr std::size_t mostImportedVariants = 8;

/// How files of other tools' records are called.
inline constexpr std::array<std::string_view, 7> traceEndings {
    ".json", ".json.gz", ".sqlite", ".nsys-rep", ".log", ".pickle", ".pkl"};

/// Files with their variants: first those that were given a name, then each of the others under its
/// own, with a number where two would be alike. Refuses none at all and more than a comparison has.
[[nodiscard]] Result<std::vector<ImportSource>> importSources(
    std::vector<ImportSource> named, const std::vector<std::filesystem::path>& others);

} // namespace profiler
