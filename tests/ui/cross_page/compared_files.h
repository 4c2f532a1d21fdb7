// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace cross_page {

/// A file that is read through every page, table and document.
struct ComparedFile {
    std::string name;
    std::filesystem::path path;
};

/// Names the files to read while developing, "cpu,gpu": all take a few minutes.
inline constexpr auto filesVariable = "FUSESCOPE_CROSS_PAGE_FILES";

/// Writes them into the folder: recordings that are made up, real ones of an H100, and four kinds
/// of import. An import whose source is not on this machine (FUSESCOPE_SHARED_DATA) is left out.
[[nodiscard]] std::vector<ComparedFile> comparedFiles(const std::filesystem::path& folder);

} // namespace cross_page
