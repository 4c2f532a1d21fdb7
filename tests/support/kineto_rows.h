// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/trace.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tests {

struct KinetoStep {
    std::string name; ///< "ProfilerStep#101"
    profiler::TraceCall window;
};

struct KinetoDevice {
    std::string name;
    int major = 0;
    int minor = 0;
    int multiprocessors = 0;
};

/// A trace of torch.profiler as a trace of ours has it; decimals of microseconds are kept exactly.
struct KinetoTrace {
    profiler::TraceRows rows;
    std::vector<KinetoStep> steps;
    std::vector<KinetoDevice> devices;
    std::vector<std::optional<int>> occupancyPercent; ///< of each kernel, as Kineto estimated it
};

/// Throws what goes wrong: it is for tests alone. Reads .json and .json.gz.
[[nodiscard]] KinetoTrace readKineto(const std::filesystem::path& file);

/// Where the public traces lie; nullopt where this checkout has none beside it.
[[nodiscard]] std::optional<std::filesystem::path> publicTrace(const std::string& name);

/// One of those that lie in tests/data.
[[nodiscard]] std::filesystem::path exampleTrace(const std::string& name);

/// The span of all work on devices, as one call.
[[nodiscard]] profiler::TraceCall wholeSpan(const profiler::TraceRows& rows);

} // namespace tests
