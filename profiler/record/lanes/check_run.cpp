// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/check_run.h"

#include "profiler/model/plan/script_calls.h"
#include "profiler/record/lanes/worker_run.h"

#include <fmt/format.h>
#include <map>
#include <utility>

namespace profiler {
namespace {

using CaseAndSet = std::pair<int, int>;

class Checks {
public:
    explicit Checks(Session& session)
        : m_session(session)
    {
    }

    Result<void> run()
    {
        if (auto saved = saveBaseline(OutputPrecision::AsIs, m_reference); !saved)
            return saved;
        if (m_reference.empty())
            return {};
        if (!isScriptsStep())
            if (auto saved = saveBaseline(OutputPrecision::Fp64, m_fp64); !saved)
                return saved;
        for (const int variant : m_session.liveVariants())
            if (variant != 0 && !m_session.ending())
                if (auto compared = compareVariant(variant); !compared)
                    return compared;
        return {};
    }

private:
    /// A training step of a script is made once, as the script makes it.
    [[nodiscard]] bool isScriptsStep() const
    {
        const auto& workload = m_session.plan().workload;
        return isScript(workload) && workload.task == Task::Training;
    }

    /// Failures are tolerated: the times stand, and the numerics say why they are missing.
    [[nodiscard]] WorkerRun::Options options(int variant, int repetition) const
    {
        return {.start = {.kind = ProcessKind::Check, .variant = variant, .repetition = repetition},
            .cache = m_session.workspace.sharedCache(m_session.plan(), m_session.variant(variant)),
            .vectorProbe = false,
            .tolerated = true};
    }

    [[nodiscard]] std::vector<CaseAndSet> all(const WorkerRun& worker) const
    {
        std::vector<CaseAndSet> pairs;
        for (const int index : worker.caseIndices())
            for (int set = 0; set < m_session.plan().protocol.checkInputs; ++set)
                pairs.emplace_back(index, set);
        return pairs;
    }

    [[nodiscard]] std::filesystem::path pathOf(const std::string& name, const CaseAndSet& key) const
    {
        return m_session.workspace.outputs(fmt::format("{}-{}-{}", name, key.first, key.second));
    }

    /// Outputs of the baseline as it is, or in fp64; the latter is missed by nobody when a model
    /// cannot do it.
    Result<void> saveBaseline(
        OutputPrecision precision, std::map<CaseAndSet, std::filesystem::path>& saved)
    {
        if (!m_session.state(0).live() || m_session.ending())
            return {};
        const bool fp64 = precision == OutputPrecision::Fp64;
        WorkerRun worker(m_session, options(0, fp64 ? 1 : 0));
        const auto started = worker.start();
        if (!started)
            return tl::unexpected(started.error());
        for (const auto& key : all(worker)) {
            const OutputsCommand command {.caseIndex = key.first,
                .inputSet = key.second,
                .path = pathOf(fp64 ? "fp64" : "reference", key),
                .precision = precision};
            if (!worker.outputs(command))
                break;
            saved[key] = command.path;
            if (!saveLosses(worker, key, precision))
                break;
        }
        if (fp64 && !worker.alive() && !m_session.ending())
            m_session.notice({.variant = 0,
                .rule = "no_fp64_reference",
                .sentence = "the model does not run in fp64, so results that are not close to "
                            "eager's cannot be told from less accurate ones"});
        worker.finish();
        return {};
    }

    Result<void> compareVariant(int variant)
    {
        WorkerRun worker(m_session, options(variant, 0));
        const auto started = worker.start();
        if (!started)
            return tl::unexpected(started.error());
        for (const auto& [key, reference] : m_reference)
            if (!compareOutputs(worker, key, reference))
                break;
        worker.finish();
        return {};
    }

    bool compareOutputs(
        WorkerRun& worker, const CaseAndSet& key, const std::filesystem::path& reference)
    {
        OutputsCommand outputs {.caseIndex = key.first,
            .inputSet = key.second,
            .path = pathOf(fmt::format("candidate-{}", worker.variant()), key)};
        const auto plain = worker.outputs(outputs);
        if (!plain)
            return false;
        CompareCommand compare {.caseIndex = key.first,
            .inputSet = key.second,
            .reference = reference,
            .candidate = outputs.path,
            .randomOperators = plain->randomOperators};
        if (plain->randomOperators) {
            // Inductor draws other numbers than eager unless told not to; then fp64 draws others.
            outputs.precision = OutputPrecision::FallbackRandom;
            if (!worker.outputs(outputs))
                return false;
        } else if (const auto fp64 = m_fp64.find(key); fp64 != m_fp64.end()) {
            compare.fp64 = fp64->second;
        }
        const bool compared = worker.compare(compare);
        m_session.workspace.remove(outputs.path);
        return compared && saveLosses(worker, key, outputs.precision);
    }

    /// Of a case once: steps go through its sets of inputs in turn.
    bool saveLosses(WorkerRun& worker, const CaseAndSet& key, OutputPrecision precision)
    {
        const auto& plan = m_session.plan();
        const int last = plan.protocol.checkInputs - 1; // a script's steps follow its other calls
        if (plan.workload.task != Task::Training || plan.protocol.lossSteps == 0
            || key.second != last)
            return true;
        return worker.losses(
            {.caseIndex = key.first, .steps = plan.protocol.lossSteps, .precision = precision});
    }

    Session& m_session;
    std::map<CaseAndSet, std::filesystem::path> m_reference;
    std::map<CaseAndSet, std::filesystem::path> m_fp64;
};

} // namespace

Result<void> runChecks(Session& session)
{
    return Checks(session).run();
}

} // namespace profiler
