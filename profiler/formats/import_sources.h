// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/import_files.h"

#include <cstddef>
#include <filesystem>
#include <vector>

namespace profiler {

/// Of one comparison.
inline constexpr std::size_t mostImportedVariants = 8;

/// Files with their variants: first those that were given a name, then each of the others under its
/// own, with a number where two would be alike. Refuses none at all and more than a comparison has.
[[nodiscard]] Result<std::vector<ImportSource>> importSources(
    std::vector<ImportSource> named, const std::vector<std::filesystem::path>& others);

} // namespace profiler
