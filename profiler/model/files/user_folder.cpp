// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/files/user_folder.h"

#include <cstdlib>

namespace profiler {

std::filesystem::path environmentPath(const char* variable)
{
    const char* value = std::getenv(variable); // NOLINT(concurrency-mt-unsafe): never set here
    return value == nullptr ? "" : value;
}

std::filesystem::path userFolder(const char* variable, const std::filesystem::path& inHome)
{
    if (auto chosen = environmentPath(variable); chosen.is_absolute())
        return chosen;
    return environmentPath("HOME") / inHome;
}

} // namespace profiler
