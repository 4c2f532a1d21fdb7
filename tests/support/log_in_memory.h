// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/source/line_source.h"
#include "profiler/model/files/unique_fd.h"

#include <string_view>
#include <sys/mman.h>

namespace tests {

/// A log with these bytes, opened as any file.
[[nodiscard]] inline std::unique_ptr<profiler::GlogSource> logOf(std::string_view bytes)
{
    const profiler::UniqueFd file(::memfd_create("log", MFD_CLOEXEC));
    if (::write(file.get(), bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
        return nullptr;
    return profiler::openGlog("/proc/self/fd/" + std::to_string(file.get()), {}).value();
}

} // namespace tests
