// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/look_run.h"

#include "profiler/model/plan/result_check.h"
#include "profiler/record/lanes/monitoring.h"
#include "profiler/record/lanes/output_check.h"
#include "profiler/record/lanes/started_together.h"
#include "profiler/record/lanes/trace_passes.h"
#include "profiler/record/lanes/warm_up_run.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

namespace profiler {
namespace {

class Looks {
public:
    explicit Looks(Session& session)
        : m_session(session)
        , m_check(session)
        , m_passes(session)
        , m_monitoring(session, std::nullopt)
    {
    }

    Result<void> run()
    {
        for (int index = 0; index < m_session.processesForCases(); ++index)
            if (auto looked = lookAt(m_session.casesOfProcess(index)); !looked)
                return looked;
        return m_session.ending() ? Result<void>() : m_check.runModules();
    }

private:
    Result<void> lookAt(const std::optional<CaseRange>& cases)
    {
        std::vector<WorkerRun::Options> processes;
        for (const int variant : m_session.liveVariants())
            if (m_session.hasCaseFor(variant, cases))
                processes.push_back(optionsOf(variant, cases));
        return startTogether(
            m_session, processes, [this](std::unique_ptr<WorkerRun>& worker) { look(worker); });
    }

    [[nodiscard]] WorkerRun::Options optionsOf(
        int variant, const std::optional<CaseRange>& cases) const
    {
        return {.start = {.kind = ProcessKind::Look, .variant = variant, .cases = cases},
            .cache = m_session.laneCache(variant),
            .savesOutputs = comparesOutputs(m_session.plan())};
    }

    void look(std::unique_ptr<WorkerRun>& worker)
    {
        bool ran = firstCalls(*worker);
        while (worker->spoiled() && startAgain(worker))
            ran = firstCalls(*worker);
        if (ran && prove(*worker))
            explain(*worker);
        if (m_session.ending())
            worker->abandon("interrupted");
        else
            worker->finish();
    }

    /// Without the cases that failed in it.
    bool startAgain(std::unique_ptr<WorkerRun>& worker)
    {
        const int variant = worker->variant();
        const auto cases = worker->cases();
        worker->finish();
        if (m_session.ending() || !m_session.state(variant).live()
            || !m_session.hasCaseFor(variant, cases))
            return false;
        worker = std::make_unique<WorkerRun>(m_session, optionsOf(variant, cases));
        return worker->start().value_or(false);
    }

    static bool prove(WorkerRun& worker)
    {
        return std::ranges::all_of(
            worker.caseIndices(), [&](int index) { return worker.prove(index); });
    }

    /// From here on a failure costs only what was asked for: the variant ran.
    void explain(WorkerRun& worker)
    {
        worker.tolerateErrors();
        m_passes.trace(worker);
        check(worker);
        if (!someCompiles()) // else the compiled variants themselves show where graphs break
            m_passes.tryToCompile(worker);
    }

    /// After the traces: to compare random operators the model is compiled again.
    void check(WorkerRun& worker)
    {
        if (comparesOutputs(m_session.plan()))
            m_check.check(worker);
    }

    [[nodiscard]] bool someCompiles() const
    {
        return std::ranges::any_of(m_session.plan().variants, usesTorchCompile);
    }

    Session& m_session;
    OutputCheck m_check;
    TracePasses m_passes;
    Monitoring m_monitoring;
};

} // namespace

Result<void> runLooks(Session& session)
{
    return Looks(session).run();
}

} // namespace profiler
