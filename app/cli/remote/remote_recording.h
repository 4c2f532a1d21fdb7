// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/remote/open_job.h"
#include "app/cli/terminal/recording.h"

#include <string>
#include <vector>

namespace cli {

/// Where and with what a plan is recorded that is not recorded here.
struct RemoteOptions {
    std::string on; ///< an address, or a name of `fusescope remote`
    std::string python; ///< interpreter there; empty = that of the machine, or python3
    std::vector<std::string> send; ///< files and folders; empty = what the model may import
    std::vector<std::string> words; ///< further options of record there: --adaptive
    bool keep = false; ///< the job's folder stays there
};

/// Records a plan on another machine and adds what came of it to the file, as a recording here
/// would be.
[[nodiscard]] ExitCode recordElsewhere(
    const profiler::Plan& plan, const RemoteOptions& options, const Recording& recording);

/// Goes on with a recording whose client is gone.
[[nodiscard]] ExitCode attachTo(const OpenJob& job, const Recording& recording);

} // namespace cli
