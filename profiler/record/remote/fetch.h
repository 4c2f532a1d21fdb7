// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/remote/job.h"

namespace profiler::remote {

/// A file that a recording left over there.
struct LeftFile {
    std::string name;
    std::int64_t bytes = 0;
    std::string hash;
};

inline constexpr std::string_view resultName = "result.fscope";

[[nodiscard]] Result<std::vector<LeftFile>> filesLeft(
    const Connection& connection, const std::string& job);

/// Brings what a recording left into a folder of this machine, each file checked by its SHA-256,
/// through lost connections; what came before is not sent twice. False: it left no result.
[[nodiscard]] Result<bool> fetchResult(const Connection& connection, const std::string& job,
    const std::filesystem::path& folder, const JobEyes& eyes);

} // namespace profiler::remote
