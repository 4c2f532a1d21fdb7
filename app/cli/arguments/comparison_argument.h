// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace cli {

/// FILE, FILE@3 or FILE@name.
struct ComparisonWord {
    std::filesystem::path file;
    std::string selector; ///< empty = the newest
};

/// A file whose own name holds an @ is taken whole when it exists. An empty word is the library.
[[nodiscard]] ComparisonWord comparisonFrom(
    std::string_view word, const std::filesystem::path& library);

} // namespace cli
