// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/load_fact.h"
#include "profiler/model/result.h"

#include <cstdint>
#include <filesystem>
#include <span>

/// The file that a load worker writes each request into while it runs (PROTOCOL.md, load): whatever
/// becomes of the worker, what it had served is there.
namespace profiler {

struct WrittenLoad {
    UtcTime started; ///< zero: it had not begun
    LoadRequests requests;
};

[[nodiscard]] Result<void> writePlanned(
    const std::filesystem::path& file, std::span<const std::int64_t> plannedNs);

/// The worker runs foreign code: times that cannot be refuse the file.
[[nodiscard]] Result<WrittenLoad> readLoad(
    const std::filesystem::path& file, std::span<const std::int64_t> plannedNs);

} // namespace profiler
