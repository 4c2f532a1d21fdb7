// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace profiler {

/// Where what can be made again is kept for the next start, by XDG_CACHE_HOME:
/// `~/.cache/fusescope`. Without a home, a folder of this user's under /tmp.
[[nodiscard]] std::filesystem::path cacheFolder();

} // namespace profiler
