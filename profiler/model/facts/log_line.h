// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/ids.h"
#include "profiler/model/facts/process_facts.h"
#include "profiler/model/facts/utc_time.h"

#include <optional>
#include <string>

namespace profiler {

enum class LogStream { Stdout, Stderr, Recorder };

struct LogLine {
    std::optional<ProcessIndex> process;
    LogStream stream = LogStream::Stderr;
    UtcTime time;
    std::string text;

    bool operator==(const LogLine&) const = default;
};

} // namespace profiler
