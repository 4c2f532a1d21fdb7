// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cli {

/// What the shell and CI get to see; documented in docs/cli.md.
enum class ExitCode {
    Done = 0,
    CommandFailed = 1, ///< of every command but record
    NotStarted = 2, ///< anything wrong before the first worker starts
    AllFailed = 3, ///< the workload failed in every variant
    SomeFailed = 4, ///< some variants failed, or ran eager in every case
    Interrupted = 130,

    // check has its own: 0 holds
    CheckRegressed = 1,
    CheckUndecided = 2,
    CheckError = 3, ///< nothing could be compared: options, plan, reference, recording
};

} // namespace cli
