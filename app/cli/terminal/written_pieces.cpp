// SPDX-License-Identifier: Apache-2.0
#include "app/cli/terminal/written_pieces.h"

#include "app/cli/terminal/console.h"
#include "app/cli/terminal/output_file.h"

#include <string_view>
#include <utility>

namespace cli {

using profiler::Result;
using profiler::TextSink;

Result<void> writePieces(
    const std::string& output, const std::function<Result<void>(const TextSink&)>& write)
{
    if (output.empty() || output == "-") {
        StandardOutput out;
        const auto written = write([&](std::string_view text) { return out.write(text); });
        const auto finished = out.finish();
        return finished ? written : finished;
    }
    return OutputFile::open(output, packingOf(output)).and_then([&](OutputFile file) {
        bool whole = true;
        const auto written = write([&](std::string_view text) {
            whole = file.write(text);
            return whole;
        });
        return whole && !written ? written : file.finish();
    });
}

} // namespace cli
