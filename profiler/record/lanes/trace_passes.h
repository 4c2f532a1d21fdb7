// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/lanes/worker_run.h"

#include <optional>
#include <vector>

namespace profiler {

class TraceIntake;

/// The passes of a trace over the cases of a worker, whichever process makes the calls, and what
/// tells how far compiling can go. A pass that fails leaves what it spooled before.
class TracePasses {
public:
    explicit TracePasses(Session& session);

    void trace(WorkerRun& worker);

    /// After all traces of that worker, for it disturbs them.
    void measureRoofs(WorkerRun& worker);
    void countWork(WorkerRun& worker);
    void tryToCompile(WorkerRun& worker);

private:
    [[nodiscard]] bool goesOn(const WorkerRun& worker) const;
    [[nodiscard]] std::vector<TracePass> passesOf(int variant) const;
    void tracePass(WorkerRun& worker, int caseIndex, TracePass pass);
    void takeReply(TraceIntake& intake, const TraceReply& reply, int variant, TracePass pass);
    static void takeLines(TraceIntake& intake, const TraceReply& reply);

    Session& m_session;
    int m_files = 0;
    bool m_roofsMeasured = false;
    std::optional<int> m_workCounted; ///< of this variant, the first eager one
    std::optional<int> m_triedToCompile; ///< likewise
};

} // namespace profiler
