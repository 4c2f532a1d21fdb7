// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/session/stop_request.h"

namespace cli {

/// While it lives, SIGINT, SIGTERM, SIGQUIT and SIGHUP ask `stop` to stop instead of ending the
/// program (SIGHUP stays ignored under nohup), and a reader of stdout that went away does not end a
/// recording.
class StopSignals {
public:
    explicit StopSignals(profiler::StopRequest& stop);
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;
    StopSignals(StopSignals&&) = delete;
    StopSignals& operator=(StopSignals&&) = delete;
    ~StopSignals();
};

} // namespace cli
