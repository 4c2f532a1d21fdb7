// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/check_run.h"

#include "profiler/model/plan/script_calls.h"
#include "profiler/record/lanes/module_check.h"
#include "profiler/record/lanes/worker_run.h"

#include <fmt/format.h>
#include <map>
#include <set>
#include <utility>

namespace profiler {
namespace {

class Checks {
public:
    explicit Checks(Session& session)
        : m_session(session)
        , m_modules(session)
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
        std::set<CaseAndSet> precise;
        for (const auto& [key, path] : m_fp64)
            precise.insert(key);
        return m_modules.run(precise);
    }

private:
    /// A training step of a script is made once, as the script makes it.
    [[nodiscard]] bool isScriptsStep() const
    {
        const auto& workload = m_session.plan().workload;
        return isScript(workload) && workload.task == Task::Training;
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
        WorkerRun worker(m_session, checkOptions(m_session, 0, fp64 ? 1 : 0));
        const auto started = worker.start();
        if (!started)
            return tl::unexpected(started.error());
        for (const auto& key : all(worker)) {
            const OutputsCommand command {.caseIndex = key.first,
                .inputSet = key.second,
                .path = pathOf(fp64 ? "fp64" : "reference", key),
                .precision = precision};
            const auto reply = worker.outputs(command);
            if (!reply)
                break;
            if (!reply->repeated)
                saved[key] = command.path;
            if (key.second == m_session.plan().protocol.checkInputs - 1
                && !saveLosses(worker, key, precision))
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
        WorkerRun worker(m_session, checkOptions(m_session, variant, 0));
        const auto started = worker.start();
        if (!started)
            return tl::unexpected(started.error());
        const auto& failed = m_session.state(variant).failedCases;
        for (const auto& [key, reference] : m_reference)
            if (!failed.contains(key.first) && !compareOutputs(worker, key, reference))
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
        const auto compared = worker.compare(compare);
        m_session.workspace.remove(outputs.path);
        if (!compared)
            return false;
        m_modules.note(worker.variant(), key, *compared);
        return !isLast(key) || saveLosses(worker, key, outputs.precision);
    }

    /// A script's steps follow its other calls.
    [[nodiscard]] bool isLast(const CaseAndSet& key) const
    {
        const auto next = m_reference.upper_bound(key);
        return next == m_reference.end() || next->first.first != key.first;
    }

    /// Of a case once: steps go through its sets of inputs in turn.
    bool saveLosses(WorkerRun& worker, const CaseAndSet& key, OutputPrecision precision)
    {
        const auto& plan = m_session.plan();
        if (plan.workload.task != Task::Training || plan.protocol.lossSteps == 0)
            return true;
        return worker.losses(
            {.caseIndex = key.first, .steps = plan.protocol.lossSteps, .precision = precision});
    }

    Session& m_session;
    ModuleCheck m_modules;
    std::map<CaseAndSet, std::filesystem::path> m_reference;
    std::map<CaseAndSet, std::filesystem::path> m_fp64;
};

} // namespace

Result<void> runChecks(Session& session)
{
    return Checks(session).run();
}

} // namespace profiler
