// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/session/record_request.h"
#include "profiler/record/session/recording.h"
#include "profiler/record/session/stop_request.h"
#include "profiler/record/session/time_estimate.h"
#include "profiler/record/session/workspace.h"
#include "profiler/record/worker_link/conversation.h"
#include "profiler/record/worker_link/worker_messages.h"

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace profiler {

/// What the recorder learnt about one variant.
struct VariantState {
    int deaths = 0; ///< processes that crashed or hung
    bool out = false; ///< no further process is started
    bool skipped = false; ///< by the user
    bool resting = false; ///< a search does not measure it now
    std::string reason; ///< of the first failure
    std::string errorClass;
    bool compiledNothing = true; ///< no cold process of it compiled anything
    bool retried = false; ///< a repetition was run again for its sake
    std::set<int> failedCases; ///< no process runs these any more
    std::set<int> ranCases; ///< a call of these came back
    std::optional<std::filesystem::path> keptCache; ///< left by the last finished cold process
    std::optional<std::filesystem::path> laneCache; ///< see Session::laneCache
    std::chrono::nanoseconds longestCold {};
    std::map<int, std::chrono::nanoseconds> callTimes; ///< by case, of a first compiled call
    std::int64_t hostPeakBytes = 0; ///< of its cold processes
    std::int64_t devicePeakBytes = 0;

    [[nodiscard]] bool live() const { return !out && !skipped && !resting; }
};

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
    std::vector<std::filesystem::path> runners {}; ///< of native variants; else empty
    std::optional<CaseRange> recorded {}; ///< those of the plan that are recorded; absent = all
    int workersStarted = 0;
    int processesSetUp = 0; ///< workers and runners alive now, their models on the device
    std::chrono::nanoseconds saidInAll {}; ///< how long the recording takes, as last told
    Monitoring* monitoring = nullptr; ///< while the machine is watched
    std::vector<EnvironmentFields>
        sources {}; ///< by variant, of the code: its commit, its compiler
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

    /// What the one of them with that number runs; absent = all that are recorded.
    [[nodiscard]] std::optional<CaseRange> casesOfProcess(int number) const;

    /// Whether the variant still has one of those cases to run; absent = all that are recorded.
    [[nodiscard]] bool hasCaseFor(int variant, const std::optional<CaseRange>& range) const;

    /// The compile cache of all processes of a variant that measure no start: the one that its cold
    /// process left, so that nothing is compiled twice; without a cold process one that all
    /// variants of its environment share.
    [[nodiscard]] std::filesystem::path laneCache(int variant);

    /// Looks whether somebody wants a variant skipped or tried again; to be called often.
    void noteRequests();
    /// Returns when nobody wants a pause (any more), or the recording ends. `repetition` and
    /// `between` ("rounds") are for the progress.
    void waitWhilePaused(int repetition, const std::string& between);
    void notice(const NoticeFact& notice);
    /// Variants that can still be recorded, in plan order.
    [[nodiscard]] std::vector<int> liveVariants() const;
};

/// What workers of the plan's variants need: the plan as they get it, a state and an agent for
/// each. Asked again where a search has added variants.
void prepareVariants(Session& session);

/// How a failure is recorded as the end of a process. `compiling`: what a compiled variant does
/// until its first calls are over; a time limit reached there is the compiler's.
[[nodiscard]] ProcessEnd endOf(
    Session& session, int variant, const WorkerFailure& failure, bool compiling);

/// Charges the failure of a process to its variant: keeps the first reason, and gives a crash, but
/// nothing else, a second chance.
void recordVariantFailure(Session& session, int variant, const ProcessEnd& end);

/// Charges it to one case, and to the variant only where no other is left.
void recordCaseFailure(Session& session, int variant, int caseIndex, const ProcessEnd& end);

} // namespace profiler
