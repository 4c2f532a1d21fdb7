// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/files/cache_folder.h"

#include "profiler/model/files/user_folder.h"

#include <string>
#include <unistd.h>

namespace profiler {

std::filesystem::path cacheFolder()
{
    if (const auto cache = environmentPath("XDG_CACHE_HOME"); !cache.empty())
        return cache / "fusescope";
    if (const auto home = environmentPath("HOME"); !home.empty())
        return home / ".cache" / "fusescope";
    return std::filesystem::path("/tmp") / ("fusescope-" + std::to_string(::getuid()));
}

} // namespace profiler
