// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/terminal/stored_comparison.h"
#include "profiler/model/result.h"

#include <string>

namespace cli {

/// `export --as report`: HTML to stdout or a file, Markdown with SVG charts to a file.
struct ReportExport {
    std::string templateWord; ///< empty: the full report
    std::string output; ///< empty or "-": stdout
    bool folders = true; ///< of files; false: their names alone
};

/// The HTML; empty when Markdown was written, which is more than one file.
[[nodiscard]] profiler::Result<std::string> exportReport(
    const StoredComparison& stored, const ReportExport& options);

} // namespace cli
