// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"
#include "profiler/model/text/text_sink.h"

#include <functional>
#include <string>

namespace cli {

/// Gives `write` a way to the file `output`, or to stdout where that is empty or "-"; what it
/// answers counts unless the file itself failed. A file is packed where its name ends in ".gz".
[[nodiscard]] profiler::Result<void> writePieces(const std::string& output,
    const std::function<profiler::Result<void>(const profiler::TextSink&)>& write);

} // namespace cli
