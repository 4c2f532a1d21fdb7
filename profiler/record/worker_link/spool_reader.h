// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"
#include "profiler/record/worker_link/worker_messages.h"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace profiler {

/// The columns of one piece. cpuNs and switches are empty where the worker could not measure them.
struct SpoolColumns {
    std::vector<std::int64_t> wallNs;
    std::vector<std::int64_t> cpuNs;
    std::vector<std::int32_t> switches;
};

/// Reads a piece of a worker's spool file (PROTOCOL.md, Spool). The file belongs to foreign code:
/// it may be short, missing, or something other than a file.
[[nodiscard]] Result<SpoolColumns> readSpool(
    const std::filesystem::path& file, const SpoolPiece& piece);

} // namespace profiler
