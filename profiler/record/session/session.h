// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/session/progress_reporter.h"
#include "profiler/record/session/record_request.h"
#include "profiler/record/session/recording.h"
#include "profiler/record/session/stop_request.h"
#include "profiler/record/session/variant_state.h"
#include "profiler/record/session/workspace.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

class Monitoring;

/// One recording in progress: what every stage of it needs.
struct Session {
    const RecordRequest& request;
    Recording& recording;
    ProgressReporter& reporter;
    StopRequest& stop;
    Workspace& workspace;

    std::string planJson; ///< as every worker gets it
    std::vector<MadeCase> cases; ///< as the first worker told them; empty until then
    std::vector<VariantState> variants {}; ///< by index into the plan
    std::vector<std::filesystem::path> agents {}; ///< by variant; empty = none to be had
    int workersStarted = 0;
    int workersSetUp = 0; ///< alive now, their models on the device
    Monitoring* monitoring = nullptr; ///< while the machine is watched
    EnvironmentFields source {}; ///< of the model's code: its commit
    std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();

    [[nodiscard]] const Plan& plan() const { return request.plan; }

    [[nodiscard]] const Variant& variant(int index) const
    {
        return plan().variants[static_cast<std::size_t>(index)];
    }

    [[nodiscard]] VariantState& state(int index)
    {
        return variants[static_cast<std::size_t>(index)];
    }

    [[nodiscard]] const std::filesystem::path& agentOf(int index) const
    {
        return agents[static_cast<std::size_t>(index)];
    }

    [[nodiscard]] bool onDevice() const { return plan().numeric.device != "cpu"; }

    [[nodiscard]] bool timeIsUp() const;

    /// The recording ends as soon as the running block is stored.
    [[nodiscard]] bool ending() const { return stop.requested() || recording.broken(); }

    /// Processes that stand for one: with `cases: apart` one for each case, as far as known yet.
    [[nodiscard]] int processesForCases() const;

    /// Looks whether somebody wants a variant skipped or tried again; to be called often.
    void noteRequests();
    /// Returns when nobody wants a pause (any more), or the recording ends. `repetition` and
    /// `between` ("rounds") are for the progress.
    void waitWhilePaused(int repetition, const std::string& between);
    void notice(const NoticeFact& notice);
    /// Variants that can still be recorded, in plan order.
    [[nodiscard]] std::vector<int> liveVariants() const;
};

} // namespace profiler
