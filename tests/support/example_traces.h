// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/kineto/kineto_reader.h"
#include "profiler/model/trace_columns.h"

#include <filesystem>
#include <optional>
#include <string>

namespace tests {

/// Where the public traces lie; nullopt where this checkout has none beside it.
[[nodiscard]] inline std::optional<std::filesystem::path> publicTrace(const std::string& name)
{
    const auto folder
        = std::filesystem::path(FUSESCOPE_SOURCE_DIR).parent_path() / "shared" / "data" / "traces";
    const auto file = folder / name;
    return std::filesystem::exists(file) ? std::optional(file) : std::nullopt;
}

/// One of those that lie in tests/data.
[[nodiscard]] inline profiler::ImportedTrace exampleTrace(const std::string& name)
{
    const auto folder = std::filesystem::path(FUSESCOPE_SOURCE_DIR) / "tests" / "data" / "traces";
    return profiler::readKineto(folder / name).value();
}

/// The span of all work on devices, as one call.
[[nodiscard]] inline profiler::TraceCall wholeSpan(const profiler::TraceRows& rows)
{
    profiler::TimeExtent span;
    span.addRows(rows.kernels);
    span.addRows(rows.copies);
    return {.startNs = span.startNs, .endNs = span.endNs};
}

} // namespace tests
