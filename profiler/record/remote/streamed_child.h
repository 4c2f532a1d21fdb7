// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace profiler::remote {

/// What a child reads and who takes what it writes, as it comes.
struct ChildStreams {
    int input = -1; ///< a descriptor it reads from; -1: nothing
    /// Bytes of its output; false: enough, it is ended.
    std::function<bool(std::string_view)> take;
    /// Asked several times a second; false: it is ended.
    std::function<bool()> goOn;
};

struct StreamedEnd {
    int exitCode = 0; ///< 128 + n when signal n ended it
    bool ended = false; ///< by us
    std::string errors; ///< the last 16 KiB of what it wrote there
};

/// Runs a program in a process group of its own until it has ended or is told to.
[[nodiscard]] Result<StreamedEnd> runStreamedChild(
    const std::vector<std::string>& command, const ChildStreams& streams);

} // namespace profiler::remote
