// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/source/file_begin.h"
#include "profiler/formats/source/imported_trace.h"
#include "profiler/formats/source/read_progress.h"
#include "profiler/model/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace profiler {

class ChromeSource;

/// How much is held at a time, and where a hostile file ends.
struct KinetoLimits {
    std::size_t blockBytes = 1U << 20U;
    std::size_t valueBytes = 16U << 20U; ///< of one event or one field of the document
    std::int64_t events = 100'000'000;
};

/// JSON in UTF-8.
[[nodiscard]] bool isKineto(const FileBegin& file);

/// Reads what torch.profiler exports: Chrome's trace events in JSON, plain or gzipped, of any
/// version and any device. A damaged file gives its whole events and says in `losses` what it
/// lacks. Errors: NotFound; BadData: it holds no events at all; Interrupted.
[[nodiscard]] Result<ImportedTrace> readKineto(
    const std::filesystem::path& file, const ReadProgress& progress = {});

/// The same from an open file, with limits of one's own.
[[nodiscard]] Result<ImportedTrace> readKineto(
    ChromeSource& source, const KinetoLimits& limits = {});

} // namespace profiler
