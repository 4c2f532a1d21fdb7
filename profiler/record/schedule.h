// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"
#include "profiler/record/lanes/cold_run.h"
#include "profiler/record/lanes/repetition.h"
#include "profiler/record/session/session.h"

#include <string>

namespace profiler {

/// The order of the work (docs/development/architecture.md, 4): one cold process of each variant
/// and one paired repetition, then a provisional result; then the rest, until the intervals are
/// narrow enough.
class Schedule {
public:
    explicit Schedule(Session& session);

    /// A whole plan.
    [[nodiscard]] Result<void> runPlan();
    /// Paired repetitions alone, added to what is recorded.
    [[nodiscard]] Result<void> runRepetitions(int count);

    [[nodiscard]] const std::string& stopReason() const { return m_stopReason; }

private:
    void reportStart();
    void sayPlacement();
    [[nodiscard]] Result<void> runColdOnce(CacheState cache, int repetition);
    [[nodiscard]] Result<void> runRestOfCold();
    [[nodiscard]] Result<void> runRestOfRepetitions();
    [[nodiscard]] Result<void> runLook();
    [[nodiscard]] Result<void> runCheck();
    [[nodiscard]] Result<void> runLoad();
    [[nodiscard]] Result<void> runTrace();
    [[nodiscard]] Result<void> runRepetition();
    [[nodiscard]] Result<void> runLanes(int number, std::optional<CaseRange> cases);
    [[nodiscard]] Result<void> runGroup(const RepetitionOrder& order);
    [[nodiscard]] std::vector<std::vector<LaneOrder>> laneGroups(int number) const;
    void lookAtOtherPrograms();
    [[nodiscard]] int coldRuns(int variant, int planned) const;
    [[nodiscard]] bool wantsAnother();
    [[nodiscard]] bool over() const;
    void choosePlacement();
    void reportProvisional();

    Session& m_session;
    Placement m_placement;
    int m_firstRepetition = 0; ///< above 0 when extending
    int m_repetitions = 0; ///< run so far, here
    /// "Eager again": other programs kept cores busy. Once so, the rest is measured alike.
    bool m_againInAll = false;
    std::string m_stopReason;
};

} // namespace profiler
