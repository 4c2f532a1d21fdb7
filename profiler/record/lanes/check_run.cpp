// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/check_run.h"

#include "profiler/model/plan/script_calls.h"
#include "profiler/record/lanes/output_check.h"
#include "profiler/record/lanes/started_together.h"

#include <vector>

namespace profiler {
namespace {

class Checks {
public:
    explicit Checks(Session& session)
        : m_session(session)
        , m_check(session)
    {
    }

    Result<void> run()
    {
        std::vector<WorkerRun::Options> processes;
        for (const int variant : m_session.liveVariants())
            processes.push_back(checkOptions(m_session, variant, 0));
        if (!m_session.state(0).live())
            return {};
        auto ran = startTogether(m_session, processes, [this](auto& worker) { check(*worker); });
        if (!ran || !m_check.hasReference())
            return ran;
        return m_check.runModules();
    }

private:
    void check(WorkerRun& worker)
    {
        if (worker.variant() == 0)
            saveBaseline(worker);
        else
            m_check.compareVariant(worker);
        worker.finish();
        if (worker.variant() == 0)
            saveScriptInFp64();
    }

    /// In fp64 last: a model that cannot run so, or for which memory does not suffice, loses
    /// nothing else.
    void saveBaseline(WorkerRun& worker)
    {
        m_check.saveBaseline(worker, OutputPrecision::AsIs);
        if (worker.alive() && !isScript(m_session.plan().workload))
            m_check.saveBaseline(worker, OutputPrecision::Fp64);
    }

    /// A script's calls come once, so that it runs again for fp64; its training steps do not.
    void saveScriptInFp64()
    {
        const auto& workload = m_session.plan().workload;
        if (!isScript(workload) || workload.task == Task::Training || !m_check.hasReference()
            || m_session.ending())
            return;
        WorkerRun worker(m_session, checkOptions(m_session, 0, 1));
        if (worker.start().value_or(false))
            m_check.saveBaseline(worker, OutputPrecision::Fp64);
        worker.finish();
    }

    Session& m_session;
    OutputCheck m_check;
};

} // namespace

Result<void> runChecks(Session& session)
{
    return Checks(session).run();
}

} // namespace profiler
