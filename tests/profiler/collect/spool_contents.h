// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/spool/trace_spool_reader.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace collect_test {

/// All that a spool file holds, tables joined.
struct SpoolContents {
    std::map<std::int32_t, std::string> names;
    std::map<std::int32_t, profiler::LaunchShape> shapes;
    profiler::KernelColumns kernels;
    profiler::ApiColumns apis;
    profiler::CopyColumns copies;
    std::vector<profiler::TraceCall> calls;
    std::optional<profiler::TraceLosses> losses;
    std::string fault;
    std::size_t longestChunk = 0;
    bool namesCameFirst = true;

    [[nodiscard]] std::string kernelName(std::size_t row) const
    {
        return names.at(kernels.name.at(row));
    }
};

[[nodiscard]] SpoolContents readSpool(const std::filesystem::path& file);

} // namespace collect_test
