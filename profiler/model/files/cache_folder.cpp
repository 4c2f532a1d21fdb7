// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/files/cache_folder.h"

#include <cstdlib>
#include <string>
#include <unistd.h>

namespace profiler {

namespace {

namespace fs = std::filesystem;

fs::path environmentPath(const char* name)
{
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nothing here sets any
    return value == nullptr ? "" : value;
}

} // namespace

fs::path cacheFolder()
{
    if (const auto cache = environmentPath("XDG_CACHE_HOME"); !cache.empty())
        return cache / "fusescope";
    if (const auto home = environmentPath("HOME"); !home.empty())
        return home / ".cache" / "fusescope";
    return fs::path("/tmp") / ("fusescope-" + std::to_string(::getuid()));
}

} // namespace profiler
