// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/check_run.h"

#include "profiler/model/plan/script_calls.h"
#include "profiler/record/lanes/output_check.h"

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
        if (auto saved = saveBaseline(OutputPrecision::AsIs); !saved)
            return saved;
        if (!m_check.hasReference())
            return {};
        if (!isScriptsStep())
            if (auto saved = saveBaseline(OutputPrecision::Fp64); !saved)
                return saved;
        for (const int variant : m_session.liveVariants())
            if (variant != 0 && !m_session.ending())
                if (auto compared = compareVariant(variant); !compared)
                    return compared;
        return m_check.runModules();
    }

private:
    /// A training step of a script is made once, as the script makes it.
    [[nodiscard]] bool isScriptsStep() const
    {
        const auto& workload = m_session.plan().workload;
        return isScript(workload) && workload.task == Task::Training;
    }

    Result<void> saveBaseline(OutputPrecision precision)
    {
        if (!m_session.state(0).live() || m_session.ending())
            return {};
        const int repetition = precision == OutputPrecision::Fp64 ? 1 : 0;
        WorkerRun worker(m_session, checkOptions(m_session, 0, repetition));
        const auto started = worker.start();
        if (!started)
            return tl::unexpected(started.error());
        m_check.saveBaseline(worker, precision);
        worker.finish();
        return {};
    }

    Result<void> compareVariant(int variant)
    {
        WorkerRun worker(m_session, checkOptions(m_session, variant, 0));
        const auto started = worker.start();
        if (!started)
            return tl::unexpected(started.error());
        m_check.compareVariant(worker);
        worker.finish();
        return {};
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
