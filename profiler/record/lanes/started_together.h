// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/lanes/worker_run.h"

#include <functional>
#include <memory>
#include <vector>

namespace profiler {

/// What is asked of a worker that was set up, or failed to be; it may put another in its place.
using WorkOfWorker = std::function<void(std::unique_ptr<WorkerRun>&)>;

/// For processes in which nothing is timed: starts them two at a time, so that both import torch
/// and build the model at once, and lets one work after the other. On a device, where memory is
/// what is short, and of scripts, which run in setup, it starts one at a time. Variants that are
/// out by then are left out. An Error: no worker can be started at all.
[[nodiscard]] Result<void> startTogether(
    Session& session, const std::vector<WorkerRun::Options>& processes, const WorkOfWorker& work);

} // namespace profiler
