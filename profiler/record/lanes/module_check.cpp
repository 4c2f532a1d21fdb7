// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/module_check.h"

#include "profiler/evidence/numerics/numerics.h"
#include "profiler/model/plan/script_calls.h"
#include "profiler/record/lanes/worker_run.h"

#include <algorithm>
#include <fmt/format.h>

namespace profiler {
namespace {

/// Those of the outputs are 0 and, of the baseline in fp64, 1.
constexpr int repetitionOfModules = 2;

} // namespace

ModuleCheck::ModuleCheck(Session& session)
    : m_session(session)
{
}

void ModuleCheck::note(int variant, const CaseAndSet& key, const std::vector<NumericsFact>& facts)
{
    const auto allowed = allowedError(m_session.plan(), variant);
    auto& worst = m_worst[{variant, key.first}];
    for (const auto& fact : facts) {
        const auto status = numericsStatus(fact, allowed);
        const double used = toleranceUsed(fact, allowed).value_or(0);
        const int badness = profiler::badness(status);
        if (std::pair(badness, used) <= std::pair(worst.badness, worst.used))
            continue;
        worst = {.inputSet = key.second,
            .badness = badness,
            .used = used,
            .randomOperators = fact.randomOperators};
    }
}

bool ModuleCheck::isWanted(const Worst& worst) const
{
    switch (m_session.plan().protocol.numericsDepth) {
    case NumericsDepth::Outputs:
        return false;
    case NumericsDepth::ModulesWhereDifferent:
        return worst.badness == badness(NumericsStatus::Different);
    case NumericsDepth::Modules:
        return worst.badness >= 0;
    }
    return false;
}

std::set<CaseAndSet> ModuleCheck::wanted() const
{
    std::set<CaseAndSet> keys;
    for (const auto& [key, worst] : m_worst)
        if (isWanted(worst))
            keys.emplace(key.second, worst.inputSet);
    return keys;
}

std::filesystem::path ModuleCheck::pathOf(const char* name, const CaseAndSet& key) const
{
    return m_session.workspace.outputs(
        fmt::format("modules-{}-{}-{}", name, key.first, key.second));
}

Result<void> ModuleCheck::run(const std::set<CaseAndSet>& precise)
{
    const auto keys = wanted();
    if (keys.empty() || isScript(m_session.plan().workload) || m_session.ending())
        return {};
    if (auto saved = saveBaseline(keys, OutputPrecision::AsIs, m_reference); !saved)
        return saved;
    std::set<CaseAndSet> inFp64;
    std::ranges::set_intersection(m_reference, precise, std::inserter(inFp64, inFp64.end()));
    if (auto saved = saveBaseline(inFp64, OutputPrecision::Fp64, m_fp64); !saved)
        return saved;
    for (const int variant : m_session.liveVariants())
        if (variant != 0 && !m_session.ending())
            if (auto compared = compareVariant(variant); !compared)
                return compared;
    return {};
}

Result<void> ModuleCheck::saveBaseline(
    const std::set<CaseAndSet>& keys, OutputPrecision precision, std::set<CaseAndSet>& saved)
{
    if (keys.empty() || m_session.ending())
        return {};
    const bool fp64 = precision == OutputPrecision::Fp64;
    auto options = checkOptions(m_session, 0, repetitionOfModules + (fp64 ? 1 : 0));
    WorkerRun worker(m_session, std::move(options));
    const auto started = worker.start();
    if (!started)
        return tl::unexpected(started.error());
    for (const auto& key : keys) {
        ModuleOutputsCommand command {.caseIndex = key.first,
            .inputSet = key.second,
            .path = pathOf(fp64 ? "fp64" : "reference", key),
            .precision = precision};
        if (fp64)
            command.like = pathOf("reference", key);
        const auto reply = worker.moduleOutputs(command);
        if (!reply)
            break;
        if (reply->reason.empty())
            saved.insert(key);
        else
            m_reasons[key.first] = reply->reason;
    }
    worker.finish();
    return {};
}

std::string ModuleCheck::reasonOf(int caseIndex) const
{
    const auto reason = m_reasons.find(caseIndex);
    return reason == m_reasons.end() ? "the baseline's modules could not be kept" : reason->second;
}

Result<void> ModuleCheck::compareVariant(int variant)
{
    std::vector<ModuleErrorsCommand> commands;
    for (const auto& [key, worst] : m_worst) {
        if (key.first != variant || !isWanted(worst))
            continue;
        const CaseAndSet inputs {key.second, worst.inputSet};
        ModuleErrorsCommand command {.caseIndex = inputs.first, .inputSet = inputs.second};
        if (m_reference.contains(inputs))
            command.reference = pathOf("reference", inputs);
        if (m_fp64.contains(inputs) && !worst.randomOperators) // fp64 draws others
            command.fp64 = pathOf("fp64", inputs);
        if (worst.randomOperators)
            command.precision = OutputPrecision::FallbackRandom;
        commands.push_back(command);
    }
    if (commands.empty())
        return {};
    WorkerRun worker(m_session, checkOptions(m_session, variant, repetitionOfModules));
    const auto started = worker.start();
    if (!started)
        return tl::unexpected(started.error());
    for (const auto& command : commands) {
        if (command.reference.empty())
            worker.noModuleErrors(command, reasonOf(command.caseIndex));
        else if (!worker.moduleErrors(command))
            break;
    }
    worker.finish();
    return {};
}

} // namespace profiler
