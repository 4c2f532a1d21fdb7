// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/files/user_folder.h"

#include <cstdlib>

namespace profiler {

namespace {

std::filesystem::path environmentPath(const char* name)
{
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody sets them
    return value == nullptr ? "" : value;
}

} // namespace

std::filesystem::path userFolder(const char* variable, const std::filesystem::path& inHome)
{
    if (auto chosen = environmentPath(variable); chosen.is_absolute())
        return chosen;
    return environmentPath("HOME") / inHome;
}

} // namespace profiler
