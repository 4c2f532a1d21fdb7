// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/chrome/chrome_trace.h"
#include "profiler/formats/imported_comparison.h"
#include "profiler/formats/source/file_begin.h"
#include "profiler/formats/source/read_progress.h"
#include "profiler/model/result.h"
#include "profiler/model/text/text_sink.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// A format of traces that other tools read or write. The command line, the window and their help
/// follow from the list of them.
struct TraceFormat {
    std::string_view name; ///< of its files, as a sentence lists them
    std::string_view tool; ///< that records them; empty: one that is listed already
    std::vector<std::string_view> endings; ///< of its files' names
    std::vector<std::string_view> marks; ///< that its tool writes before the ending

    bool (*recognises)(const FileBegin& file) = nullptr;
    /// Adds what it reads to the variant.
    Result<void> (*read)(
        const std::filesystem::path& path, const ReadProgress& progress, ImportedVariant& variant)
        = nullptr;

    std::string_view key; ///< `fusescope export --as KEY`; empty: it is not written
    std::string_view writtenAs; ///< what the help says of that
    /// False: the sink wanted no more.
    bool (*write)(const ExportedTrace& trace, const TextSink& sink) = nullptr;
};

/// The one list of them. The first one that recognises a file reads it.
[[nodiscard]] const std::vector<TraceFormat>& traceFormats();

/// "a, b and c": what the formats have in a field, where it is not empty.
[[nodiscard]] std::string traceFormatList(
    std::string_view TraceFormat::*field, std::string_view beforeLast);

/// nullptr: none is written under that key.
[[nodiscard]] const TraceFormat* writtenTraceFormat(std::string_view key);

} // namespace profiler
