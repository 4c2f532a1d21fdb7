// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace cli {

[[nodiscard]] profiler::Result<std::string> readFile(const std::filesystem::path& path);

/// Written beside it and renamed, so that nobody sees half a file. A database is never overwritten.
[[nodiscard]] profiler::Result<void> writeFile(
    const std::filesystem::path& path, std::string_view text);

} // namespace cli
