// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/session/session.h"
#include "profiler/record/worker_link/worker_messages.h"

#include <filesystem>
#include <optional>

namespace profiler {

/// What one worker says between its replies, put into the recording: compiles, phases, notices, its
/// sources, and the files it leaves beside its spool. What cannot be read becomes a notice.
class EventIntake {
public:
    /// Where the worker is when it says something.
    struct Moment {
        ProcessIndex process;
        int block = 0; ///< the one that is asked for
    };

    EventIntake(Session& session, int variant, std::filesystem::path spool);

    void take(const WorkerEvent& event, const Moment& moment);

    /// Beside what start-up compiled.
    [[nodiscard]] bool compiledSomething() const { return m_compiled; }

private:
    void takeNotice(NoticeFact notice);
    void takeCode(const GeneratedCodeEvent& event, ProcessIndex process);
    void takeCompileTrace(const CompileTraceEvent& event, ProcessIndex process);
    [[nodiscard]] bool knowsCase(std::optional<int> caseIndex) const;

    Session& m_session;
    int m_variant;
    std::filesystem::path m_spool;
    bool m_compiled = false;
};

} // namespace profiler
