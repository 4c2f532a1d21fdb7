// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/output_check.h"

#include "profiler/model/plan/script_calls.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <utility>

namespace profiler {

OutputCheck::OutputCheck(Session& session)
    : m_session(session)
    , m_modules(session)
{
}

std::vector<CaseAndSet> OutputCheck::all(const WorkerRun& worker) const
{
    std::vector<CaseAndSet> pairs;
    for (const int index : worker.caseIndices())
        for (int set = 0; set < m_session.plan().protocol.checkInputs; ++set)
            pairs.emplace_back(index, set);
    return pairs;
}

std::filesystem::path OutputCheck::pathOf(const std::string& name, const CaseAndSet& key) const
{
    return m_session.workspace.outputs(fmt::format("{}-{}-{}", name, key.first, key.second));
}

void OutputCheck::check(WorkerRun& worker)
{
    if (!worker.alive())
        return;
    const int variant = worker.variant();
    if (variant == 0 ? saveBaselines(worker) : compareVariant(worker))
        m_checked.insert(variant);
}

/// In fp64 last: a model that cannot run so, or for which memory does not suffice, loses nothing
/// else. A script's calls come once: it runs again for fp64.
bool OutputCheck::saveBaselines(WorkerRun& worker)
{
    if (!saveBaseline(worker, OutputPrecision::AsIs))
        return false;
    if (!isScript(m_session.plan().workload))
        saveBaseline(worker, OutputPrecision::Fp64);
    return true;
}

bool OutputCheck::saveBaseline(WorkerRun& worker, OutputPrecision precision)
{
    bool whole = true;
    for (const auto& key : all(worker)) {
        whole = saveOutputs(worker, key, precision);
        if (!whole)
            break;
    }
    const bool missed = !whole || !worker.alive();
    if (precision == OutputPrecision::Fp64 && missed && !m_session.ending())
        m_session.notice({.variant = 0,
            .rule = "no_fp64_reference",
            .sentence
            = fmt::format("the model does not run in fp64{}, so results that are not close "
                          "to eager's cannot be told from less accurate ones",
                m_whyNoFp64.empty() ? "" : fmt::format(" ({})", m_whyNoFp64))});
    return whole;
}

/// After the last set of inputs of a case its losses, too. False: no more are asked for.
bool OutputCheck::saveOutputs(WorkerRun& worker, const CaseAndSet& key, OutputPrecision precision)
{
    const bool fp64 = precision == OutputPrecision::Fp64;
    const OutputsCommand command {.caseIndex = key.first,
        .inputSet = key.second,
        .path = pathOf(fp64 ? "fp64" : "reference", key),
        .precision = precision};
    const auto reply = worker.outputs(command);
    if (!reply)
        return false;
    if (!reply->reason.empty()) {
        m_whyNoFp64 = reply->reason;
        return false;
    }
    if (!reply->repeated)
        (fp64 ? m_fp64 : m_reference)[key] = command.path;
    const bool last = key.second == m_session.plan().protocol.checkInputs - 1;
    return !last || saveLosses(worker, key, precision);
}

bool OutputCheck::compareVariant(WorkerRun& worker)
{
    const auto& failed = m_session.state(worker.variant()).failedCases;
    const auto& run = worker.caseIndices();
    for (const auto& [key, reference] : m_reference) {
        const bool runs = std::ranges::find(run, key.first) != run.end();
        if (runs && !failed.contains(key.first) && !compareOutputs(worker, key, reference))
            return false;
    }
    return hasReference();
}

bool OutputCheck::compareOutputs(
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
bool OutputCheck::isLast(const CaseAndSet& key) const
{
    const auto next = m_reference.upper_bound(key);
    return next == m_reference.end() || next->first.first != key.first;
}

/// Of a case once: steps go through its sets of inputs in turn.
bool OutputCheck::saveLosses(WorkerRun& worker, const CaseAndSet& key, OutputPrecision precision)
{
    const auto& plan = m_session.plan();
    if (plan.workload.task != Task::Training || plan.protocol.lossSteps == 0)
        return true;
    return worker.losses(
        {.caseIndex = key.first, .steps = plan.protocol.lossSteps, .precision = precision});
}

Result<void> OutputCheck::runModules()
{
    std::set<CaseAndSet> precise;
    for (const auto& [key, path] : m_fp64)
        precise.insert(key);
    return m_modules.run(precise);
}

} // namespace profiler
