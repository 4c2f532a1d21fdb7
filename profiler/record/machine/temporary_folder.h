// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <filesystem>

namespace profiler {

/// A new, empty folder for temporary files, named after this process; whoever makes it removes it.
/// Those of processes that were killed are removed first.
[[nodiscard]] Result<std::filesystem::path> makeTemporaryFolder();

} // namespace profiler
